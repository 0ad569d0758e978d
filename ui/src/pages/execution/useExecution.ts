import { useQuery } from '@tanstack/vue-query'
import { computed, shallowRef, watch, type Ref } from 'vue'
import { executions, logs } from '../../api/api'
import type { Execution, LogLine } from '../../api/types'
import { useFollow } from '../../lib/follow'
import { isFinal } from '../../lib/states'

/** One execution as it is now: asked for once, then followed until it has ended. */
export function useExecution(id: Ref<string>) {
  const query = useQuery({ queryKey: ['execution', id], queryFn: () => executions.get(id.value) })
  const execution = shallowRef<Execution>()

  watch([query.data, id], ([data]) => {
    if (data?.id === id.value) execution.value = data
    else if (execution.value?.id !== id.value) execution.value = undefined
  }, { immediate: true })

  const running = computed(() => !!execution.value && !isFinal(execution.value.state.current))

  useFollow<Execution>(
    computed(() => (running.value ? `/executions/${id.value}/follow` : undefined)),
    (data, event) => {
      if (event !== 'start' && data.id === id.value) execution.value = data
    })

  return { execution, running, error: query.error, refetch: query.refetch }
}

/** The log of an execution: followed while it runs. */
export function useLog(id: Ref<string>, running: Ref<boolean>) {
  const lines = shallowRef<LogLine[]>([])
  const loading = shallowRef(true)
  let waiting: LogLine[] = []
  let frame = 0

  function flush(): void {
    frame = 0
    lines.value = lines.value.concat(waiting)
    waiting = []
  }

  async function load(): Promise<void> {
    const asked = id.value
    const all = await logs.of(asked).catch(() => undefined)
    if (asked === id.value && all) lines.value = all
    loading.value = false
  }

  watch([id, running], ([, live]) => {
    if (!live) void load()
  }, { immediate: true })

  useFollow<LogLine>(
    computed(() => (running.value ? `/logs/${id.value}/follow` : undefined)),
    (line, event) => {
      loading.value = false
      if (event === 'start') {
        waiting = []
        lines.value = []
      } else if (event === 'progress') {
        waiting.push(line)
        frame ||= requestAnimationFrame(flush)
      }
    })

  return { lines, loading }
}

import { computed, onScopeDispose, ref, shallowRef, triggerRef, watch, type Ref } from 'vue'
import type { Page } from '../api/types'

const SIZE = 100

/**
 * A list of any length of which only the pages that are looked at are here. Rows are asked for by index; one that has not
 * come yet is undefined. Refreshing replaces pages when their answer is there, so nothing flickers.
 */
export function usePaged<T>(key: Ref<string>, load: (page: number, size: number, signal: AbortSignal) => Promise<Page<T>>) {
  const pages = shallowRef(new Map<number, T[]>())
  const total = ref(0)
  const loading = ref(true)
  const error = ref<unknown>()
  const asked = new Set<number>()
  let seen: [number, number] = [0, 0]
  let canceller = new AbortController()

  async function fetchPage(page: number): Promise<void> {
    if (asked.has(page)) return
    asked.add(page)
    const { signal } = canceller
    try {
      const answer = await load(page, SIZE, signal)
      if (signal.aborted) return
      pages.value.set(page, answer.results)
      total.value = answer.total
      error.value = undefined
      triggerRef(pages)
    } catch (failure) {
      if (!signal.aborted) error.value = failure
    } finally {
      if (!signal.aborted) {
        asked.delete(page)
        loading.value = false
      }
    }
  }

  const shown = () => {
    const first = Math.floor(seen[0] / SIZE) + 1
    const last = Math.max(first, Math.floor(Math.max(0, seen[1] - 1) / SIZE) + 1)
    return Array.from({ length: last - first + 1 }, (_, i) => first + i)
  }

  /** Rows `from` to `to` are in sight. */
  function see(from: number, to: number): void {
    seen = [from, to]
    for (const page of shown()) if (!pages.value.has(page)) void fetchPage(page)
  }

  /** Asks anew for what is in sight and forgets the rest. */
  async function refresh(): Promise<void> {
    const wanted = shown()
    for (const page of pages.value.keys()) if (!wanted.includes(page)) pages.value.delete(page)
    await Promise.all(wanted.map(fetchPage))
  }

  function restart(): void {
    canceller.abort()
    canceller = new AbortController()
    asked.clear()
    pages.value = new Map()
    total.value = 0
    loading.value = true
    error.value = undefined
    seen = [0, 0]
    void fetchPage(1)
  }

  watch(key, restart, { immediate: true })
  onScopeDispose(() => canceller.abort())

  const row = (index: number): T | undefined => pages.value.get(Math.floor(index / SIZE) + 1)?.[index % SIZE]
  const rows = computed(() => [...pages.value.entries()].toSorted((a, b) => a[0] - b[0]).flatMap(([, some]) => some))

  return { row, rows, total, loading, error, see, refresh }
}

/** Calls `work` again and again while somebody looks. */
export function useEvery(millis: number, work: () => unknown, on: () => boolean = () => true): void {
  const timer = window.setInterval(() => {
    if (!document.hidden && on()) void work()
  }, millis)
  onScopeDispose(() => window.clearInterval(timer))
}

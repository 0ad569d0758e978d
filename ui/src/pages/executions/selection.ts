import { computed, ref, shallowReactive } from 'vue'
import type { Execution } from '../../api/types'

/** What is chosen in a list of executions: some rows, or everything that the filter finds. Refreshing changes neither. */
export function useSelection() {
  const chosen = shallowReactive(new Map<string, Execution>())
  const everything = ref(false)
  let anchor = -1

  function toggle(row: Execution): void {
    everything.value = false
    if (!chosen.delete(row.id)) chosen.set(row.id, row)
  }

  /** From the last one that was chosen to `index`. */
  function choose(index: number, extend: boolean, row: (index: number) => Execution | undefined): void {
    const one = row(index)
    if (!one) return
    if (extend && anchor >= 0) {
      everything.value = false
      for (let i = Math.min(anchor, index); i <= Math.max(anchor, index); i++) {
        const between = row(i)
        if (between) chosen.set(between.id, between)
      }
    } else toggle(one)
    anchor = index
  }

  function clear(): void {
    chosen.clear()
    everything.value = false
    anchor = -1
  }

  /** What is known of the chosen ones is renewed, so that actions go by their states of now. */
  function renew(rows: Execution[]): void {
    for (const row of rows) if (chosen.has(row.id)) chosen.set(row.id, row)
  }

  return {
    chosen, everything, toggle, choose, clear, renew,
    isChosen: (id: string) => everything.value || chosen.has(id),
    any: computed(() => everything.value || chosen.size > 0),
  }
}

export type Selection = ReturnType<typeof useSelection>

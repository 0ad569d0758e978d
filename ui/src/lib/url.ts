import { computed, type WritableComputedRef } from 'vue'
import { useRoute, useRouter, type LocationQueryRaw } from 'vue-router'
import { fromQuery, parse, print, toQuery, withoutFilters, type Filter, type Grammar } from './filters'

/** One parameter of the page's address; its default stays out of it. */
export function useParam(name: string, fallback = ''): WritableComputedRef<string> {
  const route = useRoute()
  const router = useRouter()
  return computed({
    get: () => {
      const value = route.query[name]
      return String((Array.isArray(value) ? value[0] : value) ?? fallback)
    },
    set: value => void router.replace({ query: { ...route.query, [name]: value === fallback ? undefined : value }, hash: route.hash }),
  })
}

/** The filters of the page's address, as data and as the line that people type. */
export function useFilters(grammar: Grammar) {
  const route = useRoute()
  const router = useRouter()
  // By value: the address changes for other reasons too, and lists load anew when their filters do.
  const text = computed(() => JSON.stringify(fromQuery(route.query)))
  const filters = computed<Filter[]>(() => JSON.parse(text.value) as Filter[])
  const line = computed(() => print(filters.value, grammar))

  function apply(next: Filter[], more: LocationQueryRaw = {}): void {
    void router.push({ query: { ...withoutFilters(route.query), ...toQuery(next), ...more } })
  }

  function type(next: string): string[] {
    const { filters: read, mistakes } = parse(next, grammar)
    if (!mistakes.length) apply(read)
    return mistakes
  }

  return { filters, line, apply, type, query: computed(() => toQuery(filters.value)) }
}

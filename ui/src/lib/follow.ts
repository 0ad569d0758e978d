import { onScopeDispose, watch, type Ref } from 'vue'
import { get, url } from '../api/http'

const RETRY_MILLIS = 2000

/**
 * Listens to a stream of the server while the page is seen and `path` says one. It is closed while the page is hidden: a
 * browser has six connections to a server, and a tab that nobody looks at must not hold one.
 */
export function useFollow<T>(path: Ref<string | undefined>, on: (data: T, event: string) => void): void {
  let source: EventSource | undefined
  let retry = 0

  function close(): void {
    window.clearTimeout(retry)
    source?.close()
    source = undefined
  }

  function open(): void {
    close()
    const wanted = path.value
    if (!wanted || document.hidden) return
    source = new EventSource(url(wanted))
    // The server names its events by their id.
    source.onmessage = event => {
      if (event.lastEventId === 'end') close()
      if (event.data) on(JSON.parse(event.data as string) as T, event.lastEventId)
    }
    source.onerror = () => {
      close()
      // A stream breaks without a reason; whether the server is there tells a call, and with it the live dot.
      void get('/configs').catch(() => undefined)
      retry = window.setTimeout(open, RETRY_MILLIS)
    }
  }

  watch(path, open, { immediate: true })
  document.addEventListener('visibilitychange', open)
  onScopeDispose(() => {
    document.removeEventListener('visibilitychange', open)
    close()
  })
}

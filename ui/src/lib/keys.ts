import { onScopeDispose, reactive } from 'vue'

export interface Shortcut { keys: string; does: string; run: (event: KeyboardEvent) => unknown }

/** What keys do on the page now, for the list of them. */
export const shortcuts = reactive<Shortcut[]>([])

let waiting = ''
let waitingSince = 0

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || !!target.shadowRoot)

function press(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || document.querySelector('[role=dialog],[role=menu]')) return
  const sequence = Date.now() - waitingSince < 900 && waiting ? `${waiting} ${event.key}` : event.key
  const found = shortcuts.toReversed().find(one => one.keys === sequence) ?? shortcuts.toReversed().find(one => one.keys === event.key)
  waiting = event.key
  waitingSince = Date.now()
  if (!found) return
  waiting = ''
  event.preventDefault()
  found.run(event)
}

export function installKeys(): void {
  window.addEventListener('keydown', press)
}

/** Keys of a page or a part of it, as long as that is there. */
export function useKeys(...mine: Shortcut[]): void {
  shortcuts.push(...mine)
  onScopeDispose(() => {
    for (const one of mine) {
      const at = shortcuts.findIndex(other => other.keys === one.keys && other.does === one.does)
      if (at >= 0) shortcuts.splice(at, 1)
    }
  })
}

/** What the browser remembers; nothing, where it may not. */
export function recall(key: string): string | undefined {
  try {
    return localStorage.getItem('orrery.' + key) ?? undefined
  } catch {
    return undefined
  }
}

export function remember(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem('orrery.' + key)
    else localStorage.setItem('orrery.' + key, value)
  } catch {
    // Storage that is full or forbidden costs convenience, not work.
  }
}

// The Markdown that descriptions and documentation are written in, as a tree: headings, paragraphs, lists, code, tables.

export type Inline = { kind: 'text' | 'code' | 'strong'; text: string } | { kind: 'link'; text: string; to: string }
export type Block =
  | { kind: 'heading'; level: number; inlines: Inline[] }
  | { kind: 'paragraph'; inlines: Inline[] }
  | { kind: 'list'; items: Inline[][] }
  | { kind: 'code'; text: string }

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/g

export function inlines(text: string): Inline[] {
  const found: Inline[] = []
  let from = 0
  for (const match of text.matchAll(INLINE)) {
    if (match.index > from) found.push({ kind: 'text', text: text.slice(from, match.index) })
    if (match[1] !== undefined) found.push({ kind: 'code', text: match[1] })
    else if (match[2] !== undefined) found.push({ kind: 'strong', text: match[2] })
    // Only addresses of the web: a document must not run anything.
    else if (/^(https?:|\/)/.test(match[4]!)) found.push({ kind: 'link', text: match[3]!, to: match[4]! })
    else found.push({ kind: 'text', text: match[3]! })
    from = match.index + match[0].length
  }
  if (from < text.length) found.push({ kind: 'text', text: text.slice(from) })
  return found
}

export function blocks(markdown: string): Block[] {
  const found: Block[] = []
  const lines = markdown.split('\n')
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!
    if (!line.trim()) continue
    if (line.startsWith('```')) {
      const end = lines.findIndex((one, j) => j > i && one.startsWith('```'))
      const last = end < 0 ? lines.length : end
      found.push({ kind: 'code', text: lines.slice(i + 1, last).join('\n') })
      i = last
      continue
    }
    const heading = /^(#{1,6})\s+(.*)$/.exec(line)
    if (heading) {
      found.push({ kind: 'heading', level: heading[1]!.length, inlines: inlines(heading[2]!) })
      continue
    }
    if (/^\s*[-*]\s/.test(line)) {
      const items: string[] = []
      for (; i < lines.length && lines[i]!.trim(); i++) {
        const item = /^\s*[-*]\s+(.*)$/.exec(lines[i]!)
        if (item) items.push(item[1]!)
        else items[items.length - 1] += ' ' + lines[i]!.trim()
      }
      found.push({ kind: 'list', items: items.map(inlines) })
      continue
    }
    const start = i
    while (i + 1 < lines.length && lines[i + 1]!.trim() && !/^(```|#{1,6}\s|\s*[-*]\s)/.test(lines[i + 1]!)) i++
    found.push({ kind: 'paragraph', inlines: inlines(lines.slice(start, i + 1).join(' ')) })
  }
  return found
}

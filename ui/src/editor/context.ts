// Where the cursor stands in a YAML text that is being written: half a line, and what is above it. Indentation tells it, since
// no parser can read a line that is not finished.

export interface Frame {
  /** keys of the map and their plain values */
  keys: Map<string, string>
  /** the key that leads from the map around it to this one; undefined at the root */
  under?: string
}

export interface Context {
  /** from the innermost map outwards */
  frames: Frame[]
  /** the key whose value is being written; undefined: a key is */
  key?: string
  /** what is written so far of the key or the value, and where it begins */
  prefix: string
  from: number
}

interface Line { dashed: boolean; dashColumn: number; column: number; key?: string; value: string }

const LINE = /^(\s*)((?:- +)*)(?:(["']?)([\w.$-]+)\3:(?:\s+(.*))?)?/

function read(text: string): Line | undefined {
  if (!text.trim() || text.trimStart().startsWith('#')) return undefined
  const match = LINE.exec(text)!
  const indent = match[1]!.length
  const marks = match[2] ?? ''
  return { dashed: marks !== '', dashColumn: indent, column: indent + marks.length, key: match[4], value: (match[5] ?? '').trim() }
}

const unquoted = (value: string) => value.replace(/^(["'])(.*)\1$/, '$2')

export function contextAt(text: string, at: number): Context {
  const start = text.lastIndexOf('\n', at - 1) + 1
  const head = text.slice(start, at)
  const lines = text.slice(0, start).split('\n').slice(0, -1)
  const match = /^(\s*(?:- +)*)(?:([\w.$-]+):\s+)?(.*)$/.exec(head)!
  const column = match[1]!.length
  const key = match[2]
  const prefix = match[3]!
  const frames: Frame[] = []
  const first: Frame = { keys: new Map() }
  frames.push(first)
  let frame = first
  let level = column
  // A map that begins in the line of the cursor has nothing above; else lines above may belong to it.
  let open = !match[1]!.includes('-')
  // Whoever is around it stands no further right than this, and is no earlier item of the same list.
  let boundary = open ? level - 1 : match[1]!.lastIndexOf('-')

  for (let i = lines.length - 1; i >= 0; i--) {
    const line = read(lines[i]!)
    if (!line?.key) continue
    if (open && line.column === level) {
      frame.keys.set(line.key, unquoted(line.value))
      if (line.dashed) {
        open = false
        boundary = line.dashColumn
      }
      continue
    }
    if (line.column > boundary || (line.dashed && line.dashColumn >= boundary)) continue
    frame.under = line.key
    frame = { keys: new Map([[line.key, '']]) }
    frames.push(frame)
    level = line.column
    open = !line.dashed
    boundary = line.dashed ? line.dashColumn : level - 1
  }

  for (const line of text.slice(at).split('\n').slice(1)) {
    const below = read(line)
    if (!below) continue
    if (below.column < column || (below.dashed && below.dashColumn < column)) break
    if (below.column === column && below.key) first.keys.set(below.key, unquoted(below.value))
  }
  return { frames, key, prefix, from: at - prefix.length }
}

/** Inside `{{ … }}`: the expression up to the cursor. */
export function expressionAt(line: string): string | undefined {
  const open = line.lastIndexOf('{{')
  return open >= 0 && line.indexOf('}}', open) < 0 ? line.slice(open + 2) : undefined
}

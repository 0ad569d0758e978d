// A flow as nested boxes. Flows are sequences and forks within each other, not arbitrary graphs: so their picture is measured
// from the inside out and placed from the outside in, keeps the order of the text and holds still while somebody types.
import { isMap, isScalar, isSeq, type Document, type YAMLMap } from 'yaml'

export interface Node {
  id: string
  kind: 'task' | 'sequence' | 'parallel' | 'dag'
  label: string
  /** last part of the type */
  type: string
  children: Node[]
  /** of the task that it is; empty for a lane */
  taskId: string
  /** where it stands in the text */
  range?: [number, number]
  /** of a dag: whom each child waits for */
  needs?: Map<string, string[]>
}

export interface Box { node: Node; x: number; y: number; width: number; height: number; depth: number }
export interface Edge { key: string; from: { x: number; y: number }; to: { x: number; y: number } }
export interface Layout { boxes: Box[]; edges: Edge[]; width: number; height: number }

const WIDTH = 196
const HEIGHT = 44
const GAP_X = 24
const GAP_Y = 30
const PAD = 14
const HEAD = 30

const maps = (node: unknown): YAMLMap[] => (isSeq(node) ? node.items.filter(isMap) : [])
const textOf = (map: YAMLMap, key: string): string => {
  const value = map.get(key)
  return value === undefined || value === null ? '' : String(value)
}

const LANES = ['tasks', 'then', 'else', 'defaults', 'errors', 'finally']
const PARALLEL = new Set(['Parallel'])

export function nodesOf(doc: Document): Node {
  const sequence = (id: string, label: string, items: YAMLMap[]): Node => ({ id, kind: 'sequence', label, type: '', taskId: '', children: items.map(task) })

  function task(map: YAMLMap): Node {
    const id = textOf(map, 'id') || '?'
    const full = textOf(map, 'type')
    const type = full.split('.').pop() ?? ''
    const range: [number, number] | undefined = map.range ? [map.range[0], map.range[1]] : undefined
    const base = { id, label: id, type, taskId: id, range }
    const direct = maps(map.get('tasks', true))
    if (direct.some(one => one.has('task'))) return dag(base, direct)
    const lanes: Node[] = []
    for (const key of LANES) {
      const items = maps(map.get(key, true))
      if (!items.length) continue
      if (key === 'tasks' && PARALLEL.has(type)) lanes.push(...items.map(task))
      else lanes.push(sequence(`${id}/${key}`, key, items))
    }
    const cases = map.get('cases', true)
    if (isMap(cases)) {
      for (const one of cases.items) {
        const name = isScalar(one.key) ? String(one.key.value) : String(one.key)
        lanes.push(sequence(`${id}/case/${name}`, name, maps(one.value)))
      }
    }
    if (!lanes.length) return { ...base, kind: 'task', children: [] }
    const only = lanes[0]!
    if (lanes.length === 1 && only.label === 'tasks') return { ...base, kind: 'sequence', children: only.children }
    return { ...base, kind: 'parallel', children: lanes }
  }

  function dag(base: Omit<Node, 'kind' | 'children'>, items: YAMLMap[]): Node {
    const needs = new Map<string, string[]>()
    const children: Node[] = []
    for (const item of items) {
      const inner = item.get('task', true)
      if (!isMap(inner)) continue
      const child = task(inner)
      children.push(child)
      const on = item.get('dependsOn', true)
      needs.set(child.id, isSeq(on) ? on.items.map(one => String(isScalar(one) ? one.value : one)) : [])
    }
    return { ...base, kind: 'dag', children, needs }
  }

  const parts = [['tasks', ''], ['errors', 'errors'], ['finally', 'finally'], ['afterExecution', 'afterExecution']] as const
  const children = parts.flatMap(([key, label]) => {
    const items = maps(isMap(doc.contents) ? doc.get(key, true) : undefined)
    if (!items.length) return []
    return label ? [sequence('/' + key, label, items)] : items.map(task)
  })
  return { id: '', kind: 'sequence', label: '', type: '', taskId: '', children }
}

interface Size { width: number; height: number }

const across = (sizes: Size[]) => sizes.reduce((all, one) => all + one.width + GAP_X, -GAP_X)
const down = (heights: number[]) => heights.reduce((all, one) => all + one + GAP_Y, -GAP_Y)

/** The row of each child of a dag: one below the lowest that it waits for. */
function levels(node: Node): Node[][] {
  const level = new Map<string, number>()
  const visit = (id: string, path: Set<string>): number => {
    const known = level.get(id)
    if (known !== undefined) return known
    if (path.has(id)) return 0 // a circle: the server says so, the picture only must not hang
    path.add(id)
    const above = (node.needs?.get(id) ?? []).filter(one => node.needs!.has(one))
    const mine = above.length ? Math.max(...above.map(one => visit(one, path))) + 1 : 0
    path.delete(id)
    level.set(id, mine)
    return mine
  }
  const rows: Node[][] = []
  for (const child of node.children) (rows[visit(child.id, new Set())] ??= []).push(child)
  return rows.filter(Boolean)
}

export function layout(root: Node): Layout {
  const sizes = new Map<Node, Size>()
  const rows = new Map<Node, Node[][]>()

  function measure(node: Node): Size {
    let size: Size
    const inner = node.children.map(measure)
    if (node.kind === 'task') size = { width: WIDTH, height: HEIGHT }
    else if (node.kind === 'dag') {
      const mine = levels(node)
      rows.set(node, mine)
      const each = mine.map(row => row.map(one => sizes.get(one)!))
      size = {
        width: Math.max(WIDTH, ...each.map(across)) + 2 * PAD,
        height: down(each.map(row => Math.max(...row.map(one => one.height)))) + HEAD + PAD,
      }
    } else if (node.kind === 'parallel') {
      size = { width: Math.max(WIDTH, across(inner)) + 2 * PAD, height: Math.max(HEIGHT, ...inner.map(one => one.height)) + HEAD + PAD }
    } else {
      size = { width: Math.max(WIDTH, ...inner.map(one => one.width)) + 2 * PAD, height: down(inner.map(one => one.height)) + HEAD + PAD }
    }
    sizes.set(node, size)
    return size
  }

  const boxes: Box[] = []
  const edges: Edge[] = []
  const edge = (key: string, x1: number, y1: number, x2: number, y2: number) => edges.push({ key, from: { x: x1, y: y1 }, to: { x: x2, y: y2 } })

  function place(node: Node, x: number, y: number, depth: number): Box {
    const { width, height } = sizes.get(node)!
    const box = { node, x, y, width, height, depth }
    boxes.push(box)
    const middle = x + width / 2
    if (node.kind === 'sequence') {
      let top = y + HEAD
      let before: Box | undefined
      for (const child of node.children) {
        const size = sizes.get(child)!
        const placed = place(child, middle - size.width / 2, top, depth + 1)
        if (before) edge(`${before.node.id}>${child.id}`, middle, before.y + before.height, middle, top)
        before = placed
        top += size.height + GAP_Y
      }
    } else if (node.kind === 'parallel') {
      let left = x + PAD
      for (const child of node.children) {
        place(child, left, y + HEAD, depth + 1)
        left += sizes.get(child)!.width + GAP_X
      }
    } else if (node.kind === 'dag') {
      const placed = new Map<string, Box>()
      let top = y + HEAD
      for (const row of rows.get(node)!) {
        const wide = row.reduce((all, one) => all + sizes.get(one)!.width + GAP_X, -GAP_X)
        let left = middle - wide / 2
        for (const child of row) {
          placed.set(child.id, place(child, left, top, depth + 1))
          left += sizes.get(child)!.width + GAP_X
        }
        top += Math.max(...row.map(one => sizes.get(one)!.height)) + GAP_Y
      }
      for (const [id, above] of node.needs!) {
        const to = placed.get(id)
        for (const one of above) {
          const from = placed.get(one)
          if (from && to) edge(`${one}>${id}`, from.x + from.width / 2, from.y + from.height, to.x + to.width / 2, to.y)
        }
      }
    }
    return box
  }

  const { width, height } = measure(root)
  place(root, 0, 0, 0)
  return { boxes: boxes.slice(1), edges, width, height }
}

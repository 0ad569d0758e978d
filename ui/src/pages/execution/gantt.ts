// Task runs as rows of a chart: a tree in the order of starts, each with its bar on the axis of time.
import type { TaskRun } from '../../api/types'
import { family } from '../../lib/states'

export interface Row {
  run: TaskRun
  depth: number
  children: number
  open: boolean
  /** fractions of the axis, 0 to 1 */
  from: number
  waited: number
  to: number
}

export type Show = 'all' | 'failed' | 'active'

/** A container with more task runs below it than this starts closed. */
const OPEN_MAX = 50

export interface Axis { from: number; to: number }

export function axisOf(runs: TaskRun[], begin: string, now: number): Axis {
  let from = new Date(begin).getTime()
  let to = from
  for (const run of runs) {
    const start = new Date(run.state.startDate).getTime()
    const end = run.state.endDate ? new Date(run.state.endDate).getTime() : now
    if (start < from) from = start
    if (end > to) to = end
  }
  return { from, to: Math.max(to, from + 1) }
}

const started = (run: TaskRun) => new Date(run.state.startDate).getTime()

/** When it stopped waiting for a worker; undefined while it still waits. */
function began(run: TaskRun): number | undefined {
  const history = run.state.histories.find(one => family(one.state) !== 'waiting')
  return history && new Date(history.date).getTime()
}

const fits: Record<Show, (run: TaskRun) => boolean> = {
  all: () => true,
  failed: run => family(run.state.current) === 'bad' || family(run.state.current) === 'warn',
  active: run => family(run.state.current) === 'active' || family(run.state.current) === 'waiting',
}

export interface Tree { roots: TaskRun[]; children: Map<string, TaskRun[]>; byId: Map<string, TaskRun> }

export function treeOf(runs: TaskRun[]): Tree {
  const byId = new Map(runs.map(run => [run.id, run]))
  const children = new Map<string, TaskRun[]>()
  const roots: TaskRun[] = []
  for (const run of runs) {
    const parent = run.parentTaskRunId
    const siblings = parent && byId.has(parent) ? (children.get(parent) ?? []) : roots
    siblings.push(run)
    if (siblings !== roots) children.set(parent!, siblings)
  }
  return { roots, children, byId }
}

/** @param toggled containers that were opened or closed by hand */
export function rowsOf(tree: Tree, axis: Axis, show: Show, toggled: ReadonlySet<string>, now: number): Row[] {
  const rows: Row[] = []
  const length = axis.to - axis.from
  const at = (millis: number) => Math.max(0, Math.min(1, (millis - axis.from) / length))
  const kept = show === 'all' ? undefined : keptBy(tree, show)

  function add(runs: TaskRun[], depth: number): void {
    for (const run of runs) {
      if (kept && !kept.has(run.id)) continue
      const below = tree.children.get(run.id) ?? []
      const open = below.length > 0 && (below.length <= OPEN_MAX || !!kept) !== toggled.has(run.id)
      const start = started(run)
      const end = run.state.endDate ? new Date(run.state.endDate).getTime() : now
      rows.push({ run, depth, children: below.length, open, from: at(start), waited: at(began(run) ?? end), to: at(end) })
      if (open) add(below, depth + 1)
    }
  }
  add(tree.roots, 0)
  return rows
}

/** Those that fit, and the containers they stand in. */
function keptBy(tree: Tree, show: Show): Set<string> {
  const kept = new Set<string>()
  for (const run of tree.byId.values()) {
    if (!fits[show](run)) continue
    for (let one: TaskRun | undefined = run; one && !kept.has(one.id); one = one.parentTaskRunId ? tree.byId.get(one.parentTaskRunId) : undefined) kept.add(one.id)
  }
  return kept
}

/** Where somebody who opens a failed execution wants to be: the innermost task run that failed last. */
export function failureOf(runs: TaskRun[]): TaskRun | undefined {
  const parents = new Set(runs.map(run => run.parentTaskRunId).filter(Boolean))
  const failed = runs.filter(run => run.state.current === 'FAILED')
  const leaves = failed.filter(run => !parents.has(run.id))
  return (leaves.length ? leaves : failed).at(-1)
}

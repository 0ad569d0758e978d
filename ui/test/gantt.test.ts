import { describe, expect, it } from 'vitest'
import type { State, TaskRun } from '../src/api/types'
import { axisOf, failureOf, rowsOf, treeOf } from '../src/pages/execution/gantt'

const BEGIN = '2026-01-01T00:00:00.000Z'
const at = (millis: number) => new Date(new Date(BEGIN).getTime() + millis).toISOString()

function run(id: string, from: number, to: number | undefined, state: State = 'SUCCESS', parent?: string, began = from): TaskRun {
  return {
    id, taskId: id, parentTaskRunId: parent,
    state: { current: state, startDate: at(from), endDate: to === undefined ? undefined : at(to), histories: [{ state: 'CREATED', date: at(from) }, { state: 'RUNNING', date: at(began) }] },
  }
}

const rows = (runs: TaskRun[], show: 'all' | 'failed' | 'active' = 'all', toggled: string[] = [], now = 0) =>
  rowsOf(treeOf(runs), axisOf(runs, BEGIN, now), show, new Set(toggled), now)

describe('the chart of task runs', () => {
  it('is a tree', () => {
    const found = rows([run('a', 0, 100), run('b', 0, 50, 'SUCCESS', 'a'), run('c', 100, 200)])
    expect(found.map(row => [row.run.id, row.depth])).toEqual([['a', 0], ['b', 1], ['c', 0]])
  })

  it('shows waiting apart from running', () => {
    const [row] = rows([run('a', 0, 100, 'SUCCESS', undefined, 25)])
    expect([row!.from, row!.waited, row!.to]).toEqual([0, 0.25, 1])
  })

  it('lets what runs reach to now', () => {
    const now = new Date(at(400)).getTime()
    const [first, second] = rows([run('a', 0, 100), run('b', 200, undefined, 'RUNNING')], 'all', [], now)
    expect([first!.to, second!.from, second!.to]).toEqual([0.25, 0.5, 1])
  })

  it('keeps large loops closed until somebody opens them', () => {
    const runs = [run('each', 0, 1), ...Array.from({ length: 60 }, (_, i) => run(`i${i}`, 0, 1, i === 7 ? 'FAILED' : 'SUCCESS', 'each'))]
    expect(rows(runs)).toHaveLength(1)
    expect(rows(runs, 'all', ['each'])).toHaveLength(61)
    expect(rows(runs, 'failed').map(row => row.run.id)).toEqual(['each', 'i7'])
  })

  it('opens at the innermost failure', () => {
    expect(failureOf([run('outer', 0, 9, 'FAILED'), run('inner', 1, 8, 'FAILED', 'outer'), run('after', 9, 10)])!.id).toBe('inner')
    expect(failureOf([run('fine', 0, 1)])).toBeUndefined()
  })

  it('of ten thousand task runs is made in the blink of an eye', () => {
    const runs = [run('each', 0, 1), ...Array.from({ length: 10_000 }, (_, i) => run(`i${i}`, i, i + 5, 'SUCCESS', 'each'))]
    expect(rows(runs, 'all', ['each'])).toHaveLength(10_001)
  })
})

import { describe, expect, it } from 'vitest'
import { parseDocument } from 'yaml'
import { layout, nodesOf, type Node } from '../src/lib/topology'

const draw = (text: string) => layout(nodesOf(parseDocument(text)))
const leaf = (id: string): Node => ({ id, kind: 'task', label: id, type: 'Log', taskId: id, children: [] })

function overlapping(boxes: { x: number; y: number; width: number; height: number }[]): number {
  let found = 0
  for (let i = 0; i < boxes.length; i++) {
    for (let j = i + 1; j < boxes.length; j++) {
      const [a, b] = [boxes[i]!, boxes[j]!]
      if (a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height) found++
    }
  }
  return found
}

describe('the picture of a flow', () => {
  it('has tasks under each other, in their order', () => {
    const { boxes, edges } = draw('tasks:\n  - {id: a, type: x.Log}\n  - {id: b, type: x.Log}\n')
    expect(boxes.map(box => box.node.id)).toEqual(['a', 'b'])
    expect(boxes[0]!.y).toBeLessThan(boxes[1]!.y)
    expect(edges.map(edge => edge.key)).toEqual(['a>b'])
  })

  it('has parallel tasks and the cases of a switch beside each other', () => {
    const { boxes } = draw('tasks:\n  - id: s\n    type: x.Switch\n    cases:\n      A: [{id: a, type: x.Log}]\n      B: [{id: b, type: x.Log}]\n    defaults: [{id: c, type: x.Log}]\n')
    const lanes = boxes.filter(box => box.node.kind === 'sequence')
    expect(lanes.map(box => box.node.label).toSorted()).toEqual(['A', 'B', 'defaults'])
    expect(new Set(lanes.map(box => box.y)).size).toBe(1)
    expect(overlapping(boxes.filter(box => box.node.kind === 'task'))).toBe(0)
  })

  it('has the tasks of a dag below what they wait for', () => {
    const { boxes, edges } = draw('tasks:\n  - id: d\n    type: x.Dag\n    tasks:\n      - task: {id: late, type: x.Log}\n        dependsOn: [early]\n      - task: {id: early, type: x.Log}\n')
    const y = (id: string) => boxes.find(box => box.node.id === id)!.y
    expect(y('early')).toBeLessThan(y('late'))
    expect(edges.map(edge => edge.key)).toContain('early>late')
  })

  it('does not hang on a dag that waits for itself', () => {
    expect(draw('tasks:\n  - id: d\n    type: x.Dag\n    tasks:\n      - {task: {id: a, type: x.Log}, dependsOn: [b]}\n      - {task: {id: b, type: x.Log}, dependsOn: [a]}\n').boxes).toHaveLength(3)
  })

  it.each(['', 'tasks:', 'tasks:\n  - id', 'tasks: 3', '- x', 'tasks:\n  - id: a\n    tasks:\n      - '])('takes the half-written text %j', text => {
    expect(() => draw(text)).not.toThrow()
  })

  it('of a thousand tasks has no two in one place', () => {
    const lanes = Array.from({ length: 10 }, (_, i): Node => ({ id: `p${i}`, kind: 'parallel', label: '', type: '', taskId: `p${i}`, children: Array.from({ length: 10 }, (_, j): Node => ({ id: `p${i}s${j}`, kind: 'sequence', label: '', type: '', taskId: '', children: Array.from({ length: 10 }, (_, k) => leaf(`t${i}-${j}-${k}`)) })) }))
    const { boxes } = layout({ id: '', kind: 'sequence', label: '', type: '', taskId: '', children: lanes })
    const leaves = boxes.filter(box => box.node.kind === 'task')
    expect(leaves).toHaveLength(1000)
    expect(overlapping(leaves)).toBe(0)
  })
})

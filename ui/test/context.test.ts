import { describe, expect, it } from 'vitest'
import { contextAt, expressionAt } from '../src/editor/context'

/** `|` is the cursor. */
function at(text: string) {
  const cursor = text.indexOf('|')
  return contextAt(text.slice(0, cursor) + text.slice(cursor + 1), cursor)
}

const under = (text: string) => at(text).frames.map(frame => frame.under)
const keys = (text: string) => Object.fromEntries(at(text).frames[0]!.keys)

describe('the place of the cursor', () => {
  it('is the flow itself at the left edge', () => {
    expect(at('id: x\nta|').prefix).toBe('ta')
    expect(under('id: x\nta|')).toEqual([undefined])
    expect(keys('id: x\nta|\nnamespace: y')).toEqual({ id: 'x', namespace: 'y' })
  })

  it('is a task below a dash, and knows its type', () => {
    const text = 'tasks:\n  - id: a\n    type: x.Log\n    me|\n  - id: b\n    type: x.Return\n'
    expect(under(text)).toEqual(['tasks', undefined])
    expect(keys(text)).toEqual({ id: 'a', type: 'x.Log' })
  })

  it('is a value after a colon', () => {
    const context = at('tasks:\n  - id: a\n    type: io.kes|')
    expect([context.key, context.prefix]).toEqual(['type', 'io.kes'])
  })

  it('knows a type that stands below', () => {
    expect(keys('tasks:\n  - id: a\n    |\n    type: x.Log\n')).toEqual({ id: 'a', type: 'x.Log' })
  })

  it('takes nothing from the items around', () => {
    expect(keys('tasks:\n  - id: a\n    type: x.Log\n  - |\n  - id: c\n')).toEqual({})
    expect(keys('tasks:\n  - id: a\n  - id: b\n    |\n')).toEqual({ id: 'b' })
  })

  it('finds its way out of nested tasks', () => {
    const text = 'tasks:\n  - id: p\n    type: x.Parallel\n    tasks:\n      - id: c\n        retry:\n          max|\n'
    expect(under(text)).toEqual(['retry', 'tasks', 'tasks', undefined])
    expect(at(text).frames[1]!.keys.get('id')).toBe('c')
    expect(at(text).frames[2]!.keys.get('type')).toBe('x.Parallel')
  })

  it('takes lists that are not indented', () => {
    expect(under('tasks:\n- id: a\n  ty|')).toEqual(['tasks', undefined])
    expect(under('inputs:\n- id: a\n  type: STRING\ntriggers:\n- id: t\n  |')).toEqual(['triggers', undefined])
  })

  it('is not misled by comments and empty lines', () => {
    expect(keys('tasks:\n  - id: a\n\n    # type: x.Other\n    type: x.Log\n    |')).toEqual({ id: 'a', type: 'x.Log' })
  })
})

describe('an expression', () => {
  it('is what stands in open braces', () => {
    expect(expressionAt('message: "{{ inputs.')).toBe(' inputs.')
    expect(expressionAt('message: "{{ a }} b')).toBeUndefined()
  })
})

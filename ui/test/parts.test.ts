import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { nextTick } from 'vue'
import type { Execution } from '../src/api/types'
import { problemsOf } from '../src/editor/problems'
import { blocks } from '../src/lib/markdown'
import { useSelection } from '../src/pages/executions/selection'
import StateBadge from '../src/ui/StateBadge.vue'
import VList from '../src/ui/VList.vue'

globalThis.ResizeObserver ??= class { observe() {} unobserve() {} disconnect() {} }

describe('a badge of a state', () => {
  it('has a shape and a word', () => {
    const badge = mount(StateBadge, { props: { state: 'FAILED' } })
    expect(badge.text()).toBe('Failed')
    expect(badge.find('path').exists()).toBe(true)
  })
})

describe('a long list', () => {
  const list = (count: number) => mount(VList, { props: { count, row: 20, label: 'Rows', active: 0 }, slots: { default: ({ index }: { index: number }) => `row ${index}` } })

  it('draws what is seen and tells how much there is', () => {
    const drawn = list(1_000_000)
    expect(drawn.findAll('[role=row]').length).toBeLessThan(120)
    expect(drawn.attributes('aria-rowcount')).toBe('1000000')
  })

  it('moves by keys, and no further than its ends', async () => {
    const drawn = list(10)
    await drawn.trigger('keydown', { key: 'End' })
    expect(drawn.emitted('update:active')).toEqual([[9]])
    await drawn.trigger('keydown', { key: 'ArrowUp' })
    expect(drawn.emitted('update:active')!.at(-1)).toEqual([0])
    await drawn.trigger('keydown', { key: 'Enter' })
    expect(drawn.emitted('open')).toEqual([[0]])
    await nextTick()
  })
})

describe('a selection', () => {
  const row = (id: string, state = 'FAILED') => ({ id, state: { current: state } }) as Execution

  it('outlives a refresh and learns the states of now', () => {
    const selection = useSelection()
    selection.toggle(row('a'))
    selection.renew([row('a', 'RUNNING'), row('b')])
    expect([...selection.chosen.values()].map(one => one.state.current)).toEqual(['RUNNING'])
  })

  it('reaches from the last choice to the next with Shift', () => {
    const rows = ['a', 'b', 'c', 'd'].map(id => row(id))
    const selection = useSelection()
    selection.choose(1, false, i => rows[i])
    selection.choose(3, true, i => rows[i])
    expect([...selection.chosen.keys()]).toEqual(['b', 'c', 'd'])
  })
})

describe('what the server says of a text', () => {
  it('is told mistake by mistake with its line', () => {
    expect(problemsOf({ constraints: 'tasks[0].type: Invalid type. (line 5)\nid: missing', warnings: ['old (line 2)'] })).toEqual([
      { message: 'tasks[0].type: Invalid type.', line: 5, severity: 'error' },
      { message: 'id: missing', line: undefined, severity: 'error' },
      { message: 'old', line: 2, severity: 'warning' },
    ])
  })
})

describe('Markdown', () => {
  it('becomes blocks', () => {
    expect(blocks('# Log\n\nWrites `lines`.\n\n- one\n- two\n\n```yaml\na: 1\n```').map(block => block.kind)).toEqual(['heading', 'paragraph', 'list', 'code'])
  })

  it('runs nothing', () => {
    expect(blocks('[x](javascript:alert(1))')).toEqual([{ kind: 'paragraph', inlines: [{ kind: 'text', text: 'x' }, { kind: 'text', text: ')' }] }])
  })
})

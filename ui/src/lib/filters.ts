// What a list is about, in three spellings of one thing: the line that people type (`state:failed ns:company.* last:24h`),
// the address of the page and the parameters of the API (`filters[state][IN]=FAILED`).
import type { LocationQuery } from 'vue-router'
import type { Query } from '../api/http'

export interface Filter { field: string; op: string; key?: string; value: string }

interface Token {
  /** as people write it */
  name: string
  field: string
  hint: string
  read(value: string): { op: string; value: string; key?: string } | undefined
  /** undefined: another token says it */
  print(filter: Filter): string | undefined
}

const UNITS: Record<string, string> = { m: 'PT{n}M', h: 'PT{n}H', d: 'P{n}D', w: 'P{n}W' }

/** Names are exact, `begin*` is a prefix, `company.*` a namespace with those below. */
function named(name: string, field: string, hint: string): Token {
  const below = field === 'namespace'
  return {
    name, field, hint,
    read: value => {
      if (below && value.endsWith('.*')) return { op: 'PREFIX', value: value.slice(0, -2) }
      if (value.endsWith('*')) return { op: 'STARTS_WITH', value: value.slice(0, -1) }
      return value.includes(',') ? { op: 'IN', value } : { op: 'EQUALS', value }
    },
    print: ({ op, value }) =>
      op === 'EQUALS' || op === 'IN' ? value
        : op === 'PREFIX' ? value + (below ? '.*' : '*')
          : op === 'STARTS_WITH' ? value + '*' : undefined,
  }
}

function choice(name: string, field: string, op: string, hint: string): Token {
  return {
    name, field, hint,
    read: value => ({ op, value: value.toUpperCase() }),
    print: filter => (filter.op === op || (op === 'IN' && filter.op === 'EQUALS') ? filter.value.toLowerCase() : undefined),
  }
}

function bound(name: string, field: string, op: string, hint: string): Token {
  return {
    name, field, hint,
    read: value => ({ op, value }),
    print: filter => (filter.op === op || filter.op === op + '_OR_EQUAL_TO' ? filter.value : undefined),
  }
}

const NOT_STATE: Token = {
  name: '-state', field: 'state', hint: '-state:success',
  read: value => ({ op: 'NOT_IN', value: value.toUpperCase() }),
  print: filter => (filter.op === 'NOT_IN' || filter.op === 'NOT_EQUALS' ? filter.value.toLowerCase() : undefined),
}

const LABEL: Token = {
  name: 'label', field: 'labels', hint: 'label:env=prod',
  read: value => {
    const at = value.indexOf('=')
    return at < 1 ? undefined : { op: 'EQUALS', key: value.slice(0, at), value: value.slice(at + 1) }
  },
  print: filter => (filter.op === 'EQUALS' && filter.key ? `${filter.key}=${filter.value}` : undefined),
}

const LAST: Token = {
  name: 'last', field: 'timeRange', hint: 'last:24h',
  read: value => {
    const match = /^(\d+)([mhdw])$/.exec(value)
    if (match) return { op: 'EQUALS', value: UNITS[match[2]!]!.replace('{n}', match[1]!) }
    return /^P/i.test(value) ? { op: 'EQUALS', value: value.toUpperCase() } : undefined
  },
  print: ({ value }) => {
    const match = /^P(?:T(\d+)([MH])|(\d+)([DW]))$/.exec(value)
    return match ? (match[1] ?? match[3]) + (match[2] ?? match[4])!.toLowerCase() : value
  },
}

const NAMESPACE = named('ns', 'namespace', 'ns:company.*')
const FLOW = named('flow', 'flowId', 'flow:etl')
const AFTER = bound('after', 'startDate', 'GREATER_THAN', 'after:2026-11-30T00:00:00Z')

export type Grammar = Token[]

export const EXECUTION_FILTERS: Grammar = [
  choice('state', 'state', 'IN', 'state:failed,running'), NOT_STATE, NAMESPACE, FLOW, LABEL, LAST, AFTER,
  bound('before', 'endDate', 'LESS_THAN', 'before:2026-12-01T00:00:00Z'),
  choice('child', 'childFilter', 'EQUALS', 'child:main'),
  named('parent', 'triggerExecutionId', 'parent:ID'),
]

export const LOG_FILTERS: Grammar = [
  {
    name: 'level', field: 'level', hint: 'level:warn',
    read: value => ({ op: 'GREATER_THAN_OR_EQUAL_TO', value: value.toUpperCase() }),
    print: filter => filter.value.toLowerCase(),
  },
  NAMESPACE, FLOW, named('execution', 'executionId', 'execution:ID'), named('task', 'taskId', 'task:extract'), LAST, AFTER,
  bound('before', 'endDate', 'LESS_THAN', 'before:2026-12-01T00:00:00Z'),
]

export const FLOW_FILTERS: Grammar = [NAMESPACE, LABEL]
export const TRIGGER_FILTERS: Grammar = [NAMESPACE, FLOW]

const WORD = /"([^"]*)"|\S+/g

/** Words that no token knows are text to look for; a token with a value that it cannot be is a mistake. */
export function parse(line: string, grammar: Grammar): { filters: Filter[]; mistakes: string[] } {
  const filters: Filter[] = []
  const mistakes: string[] = []
  const text: string[] = []
  for (const match of line.matchAll(WORD)) {
    const word = match[1] ?? match[0]
    const at = match[1] === undefined ? word.indexOf(':') : -1
    const token = at > 0 ? grammar.find(one => one.name === word.slice(0, at).toLowerCase()) : undefined
    if (!token) {
      text.push(word)
      continue
    }
    const read = at + 1 < word.length ? token.read(word.slice(at + 1)) : undefined
    if (read) filters.push({ field: token.field, ...read })
    else mistakes.push(word)
  }
  if (text.length) filters.push({ field: 'q', op: 'EQUALS', value: text.join(' ') })
  return { filters, mistakes }
}

export function print(filters: Filter[], grammar: Grammar): string {
  return filters
    .map(filter => {
      if (filter.field === 'q') return filter.value
      for (const token of grammar) {
        const value = token.field === filter.field ? token.print(filter) : undefined
        if (value !== undefined) return `${token.name}:${value}`
      }
      return ''
    })
    .filter(Boolean)
    .join(' ')
}

const SPELLING = /^filters\[([^\]]+)\]\[([^\]]+)\](?:\[(.+)\])?$/

const nameOf = (filter: Filter) => `filters[${filter.field}][${filter.op}]${filter.key ? `[${filter.key}]` : ''}`

/** As parameters of the API and of the page's own address. */
export function toQuery(filters: Filter[]): Record<string, string[]> {
  const query: Record<string, string[]> = {}
  for (const filter of filters) (query[nameOf(filter)] ??= []).push(filter.value)
  return query
}

export function fromQuery(query: LocationQuery): Filter[] {
  const filters: Filter[] = []
  for (const [name, value] of Object.entries(query)) {
    const match = SPELLING.exec(name)
    if (!match) continue
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one) filters.push({ field: match[1]!, op: match[2]!, key: match[3], value: one })
    }
  }
  return filters
}

/** The query of an address without its filters: what else it says stays. */
export function withoutFilters(query: LocationQuery): LocationQuery {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !name.startsWith('filters[')))
}

const isStates = (filter: Filter) => filter.field === 'state' && (filter.op === 'IN' || filter.op === 'EQUALS')

/** The same filters, and only those in one of `states`: an action must not be asked of the others. Undefined: there can be none. */
export function within(filters: Filter[], states: string[]): Query | undefined {
  const named = filters.filter(isStates).flatMap(one => one.value.split(','))
  const both = named.length ? states.filter(state => named.includes(state)) : states
  if (!both.length) return undefined
  return toQuery([...filters.filter(one => !isStates(one)), { field: 'state', op: 'IN', value: both.join(',') }])
}

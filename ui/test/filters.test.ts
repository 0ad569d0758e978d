import { describe, expect, it } from 'vitest'
import { EXECUTION_FILTERS, fromQuery, LOG_FILTERS, parse, print, toQuery, within } from '../src/lib/filters'

const LINE = 'state:failed,running -state:killed ns:company.* flow:etl* label:env=prod last:24h child:main orders'

describe('filters', () => {
  it('reads a line, and prints what it read as the same line', () => {
    const { filters, mistakes } = parse(LINE, EXECUTION_FILTERS)
    expect(mistakes).toEqual([])
    expect(print(filters, EXECUTION_FILTERS)).toBe(LINE)
  })

  it('speaks to the API as Kestra does', () => {
    expect(toQuery(parse(LINE, EXECUTION_FILTERS).filters)).toEqual({
      'filters[state][IN]': ['FAILED,RUNNING'],
      'filters[state][NOT_IN]': ['KILLED'],
      'filters[namespace][PREFIX]': ['company'],
      'filters[flowId][STARTS_WITH]': ['etl'],
      'filters[labels][EQUALS][env]': ['prod'],
      'filters[timeRange][EQUALS]': ['PT24H'],
      'filters[childFilter][EQUALS]': ['MAIN'],
      'filters[q][EQUALS]': ['orders'],
    })
  })

  it('comes back from an address as it went there', () => {
    const { filters } = parse(LINE, EXECUTION_FILTERS)
    expect(print(fromQuery(toQuery(filters)), EXECUTION_FILTERS)).toBe(LINE)
  })

  it('understands an address that somebody else wrote', () => {
    expect(print(fromQuery({ 'filters[state][EQUALS]': 'FAILED', page: '2' }), EXECUTION_FILTERS)).toBe('state:failed')
  })

  it.each(['last:soon', 'label:prod', 'state:'])('says that %s is not understood', word => {
    expect(parse(word, EXECUTION_FILTERS).mistakes).toEqual([word])
  })

  it('takes a word that is no token for text, also in quotes', () => {
    expect(parse('"state:failed" host:8080', EXECUTION_FILTERS).filters).toEqual([{ field: 'q', op: 'EQUALS', value: 'state:failed host:8080' }])
  })

  it('reads the level of a log as the lowest', () => {
    expect(toQuery(parse('level:warn', LOG_FILTERS).filters)).toEqual({ 'filters[level][GREATER_THAN_OR_EQUAL_TO]': ['WARN'] })
  })

  it('asks an action only of those in a state that it fits', () => {
    const { filters } = parse('state:failed,running ns:a', EXECUTION_FILTERS)
    expect(within(filters, ['FAILED', 'KILLED'])).toEqual({ 'filters[namespace][EQUALS]': ['a'], 'filters[state][IN]': ['FAILED'] })
  })

  it('asks it of none where none can fit, instead of all', () => {
    expect(within(parse('state:success', EXECUTION_FILTERS).filters, ['FAILED'])).toBeUndefined()
  })
})

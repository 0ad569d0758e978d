import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const OUT = 'target/classes/orrery-ui'
const KB = 1024

/** What the first page may weigh, and all of them together, as they go over the wire. */
const FIRST_MAX = 120 * KB
const ALL_MAX = 500 * KB
const EDITOR_MAX = 190 * KB
const REQUESTS_MAX = 12

const packed = (path: string) => readFileSync(`${OUT}/${path}.gz`).length
const assets = () => readdirSync(`${OUT}/assets`).filter(name => /\.(js|css)$/.test(name)).map(name => `assets/${name}`)

/** Everything that a file needs before it can run. */
function needs(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found
  found.add(path)
  if (path.endsWith('.js')) for (const match of readFileSync(`${OUT}/${path}`, 'utf8').matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)) needs(`assets/${match[1]}`, found)
  return found
}

describe.skipIf(!existsSync(`${OUT}/index.html`))('the packed page', () => {
  const start = () => [...readFileSync(`${OUT}/index.html`, 'utf8').matchAll(/(?:src|href)="\/ui\/(assets\/[\w.-]+\.(?:js|css))"/g)].map(match => match[1]!)
  const page = (name: string) => assets().filter(path => new RegExp(`/${name}-[\\w-]+\\.(js|css)$`).test(path))
  const first = () => [...new Set([...start(), ...page('ExecutionsPage'), ...page('ExecutionList')].flatMap(path => [...needs(path)]))]

  it('is light at first', () => {
    expect(first().reduce((sum, path) => sum + packed(path), 0)).toBeLessThanOrEqual(FIRST_MAX)
  })

  it('asks for few files before there is something to see', () => {
    // index.html and the first answer of the API are two more.
    expect(first().length + 2).toBeLessThanOrEqual(REQUESTS_MAX)
  })

  it('is light as a whole', () => {
    expect(assets().reduce((sum, path) => sum + packed(path), 0)).toBeLessThanOrEqual(ALL_MAX)
  })

  it('keeps the editor within its bounds', () => {
    expect([...page('editor'), ...page('CodeEditor'), ...page('yaml')].reduce((sum, path) => sum + packed(path), 0)).toBeLessThanOrEqual(EDITOR_MAX)
  })

  it('names no other machine', () => {
    const named = [...readFileSync(`${OUT}/index.html`, 'utf8').matchAll(/https?:\/\/[^"'\s]+/g)].map(match => match[0])
    expect(named).toEqual([])
  })
})

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { FAMILIES, SHAPE } from '../src/lib/states'

const css = readFileSync('src/styles/tokens.css', 'utf8')
const [light, dark] = css.split(':root[data-theme="dark"]') as [string, string]

const token = (theme: string, name: string) => new RegExp(`--${name}: (#[0-9a-f]{3,8})`).exec(theme)![1]!

function channels(colour: string): number[] {
  const hex = colour.length === 4 ? colour.slice(1).replaceAll(/./g, one => one + one) : colour.slice(1)
  return [0, 2, 4].map(i => parseInt(hex.slice(i, i + 2), 16) / 255)
}

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const luminance = (colour: string) => channels(colour).map(linear).reduce((sum, one, i) => sum + one * [0.2126, 0.7152, 0.0722][i]!, 0)

function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (high! + 0.05) / (low! + 0.05)
}

describe.each([['light', light], ['dark', dark]])('the %s theme', (_, theme) => {
  it.each(FAMILIES)('shows %s so that it can be read on every ground', family => {
    for (const ground of ['bg', 'bg-2', 'sel']) expect(contrast(token(theme, `st-${family}`), token(theme, ground))).toBeGreaterThanOrEqual(4.5)
  })

  it('can be read in its second colour too', () => {
    for (const ground of ['bg', 'bg-2', 'bg-3', 'sel']) expect(contrast(token(theme, 'fg-2'), token(theme, ground))).toBeGreaterThanOrEqual(4.5)
  })
})

it('every family of states has a shape of its own, so that colour only repeats it', () => {
  expect(new Set(FAMILIES.map(family => SHAPE[family])).size).toBe(FAMILIES.length)
})

import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const HERE = dirname(fileURLToPath(import.meta.url))
const SHOTS = join(HERE, '../target/screenshots')
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

const PLACES = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable']

export const findChromium = () => PLACES.find(path => path && existsSync(path))

export async function openBrowser(executablePath) {
  mkdirSync(SHOTS, { recursive: true })
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
}

/** A page of a fresh browser profile that notes every complaint, and every request that leaves the machine. */
export async function openPage(browser, address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: 'light', locale: 'en-GB', timezoneId: 'UTC', ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000) // a busy machine is slow, not wrong
  const complaints = []
  page.on('pageerror', error => complaints.push(`error: ${error.message}`))
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(`${message.type()}: ${message.text()}`)
  })
  page.on('request', request => {
    if (!request.url().startsWith(address) && !/^(data|blob):/.test(request.url())) complaints.push(`left the machine: ${request.url()}`)
  })
  return {
    page, complaints,
    go: path => page.goto(`${address}/ui/main/${path}`),
    shot: name => page.screenshot({ path: join(SHOTS, `${name}.png`) }),
    close: () => context.close(),
  }
}

/** What somebody who cannot see or use a mouse would stumble over. */
export async function stumbles(page) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const { violations } = await page.evaluate(rules => window.axe.run(document, { runOnly: rules }), RULES)
  return violations.map(one => `${one.id}: ${one.help} (${one.nodes.slice(0, 3).map(node => node.target.join(' ')).join('; ')})`)
}

export function expect(holds, message) {
  if (!holds) throw new Error(message)
}

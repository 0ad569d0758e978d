// The page in a real browser on a real server. Without a browser the tests are counted as skipped. A word as argument chooses
// the tests that have it in their name.
import { writeReport } from '../report.mjs'
import { findChromium, openBrowser } from './harness.mjs'
import { journeys } from './journeys.mjs'
import { routes } from './routes.mjs'
import { isBuilt, startServer } from './server.mjs'

const wanted = process.argv[2] ?? ''
const tests = [...routes, ...journeys].filter(test => test.name.includes(wanted))
const chromium = findChromium()

if (!chromium || !isBuilt()) {
  console.log(`${tests.length} browser tests skipped: ${chromium ? 'app/target/orrery.jar is not built' : 'no Chromium here (set CHROMIUM to one)'}`)
  writeReport('e2e', { tests: tests.length, failures: 0, skipped: tests.length })
  process.exit(0)
}

const server = await startServer()
const browser = await openBrowser(chromium)
let failures = 0
try {
  const world = { server, browser, api: server.api }
  for (const test of tests) {
    const began = Date.now()
    try {
      await test.run(world)
      console.log(`ok    ${test.name} (${Date.now() - began} ms)`)
    } catch (error) {
      failures++
      console.log(`FAIL  ${test.name}\n      ${error.message.split('\n').slice(0, 12).join('\n      ')}`)
    }
  }
} finally {
  await browser.close()
  await server.stop()
}
writeReport('e2e', { tests: tests.length, failures, skipped: 0 })
console.log(`${tests.length - failures} browser tests passed, ${failures} failed`)
process.exit(failures ? 1 : 0)

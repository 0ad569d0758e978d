// A real server with a home of its own, for the time of the tests.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..')
const START_MILLIS = 60_000

/** ORRERY_E2E_CLASSPATH runs classes that are not packed yet; else it is the packed application. */
function command(home) {
  const args = ['server', '--port', '0', '--home', home]
  const classes = process.env.ORRERY_E2E_CLASSPATH
  if (classes) return [process.env.ORRERY_E2E_JAVA ?? 'java', ['--enable-native-access=ALL-UNNAMED', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-cp', classes, 'io.orrery.app.Main', ...args]]
  return [join(ROOT, 'orrery'), args]
}

export const isBuilt = () => !!process.env.ORRERY_E2E_CLASSPATH || existsSync(join(ROOT, 'app/target/orrery.jar'))

export async function startServer() {
  const home = mkdtempSync(join(tmpdir(), 'orrery-e2e-'))
  const [program, args] = command(home)
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ORRERY_AOT: 'off' } })
  let said = ''
  const address = await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the server did not start:\n${said}`)), START_MILLIS)
    const hear = chunk => {
      said += chunk
      const match = /Orrery is on (http:\/\/[^\s]+)/.exec(said)
      if (match) {
        clearTimeout(timer)
        resolve(match[1])
      }
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.on('exit', code => reject(new Error(`the server ended with ${code}:\n${said}`)))
  })
  const stop = () => new Promise(resolve => {
    child.removeAllListeners('exit')
    child.on('exit', () => {
      rmSync(home, { recursive: true, force: true })
      resolve()
    })
    child.kill('SIGTERM')
  })
  return { address, stop, api: apiOf(`${address}/api/v1/main`) }
}

function apiOf(base) {
  const ask = async (path, init) => {
    const response = await fetch(base + path, init)
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
    return text ? JSON.parse(text) : undefined
  }
  const until = async (path, fits, millis = 60_000) => {
    for (const end = Date.now() + millis; Date.now() < end; await new Promise(resolve => setTimeout(resolve, 100))) {
      const found = await ask(path)
      if (fits(found)) return found
    }
    throw new Error(`${path}: what was waited for did not come`)
  }
  return {
    get: path => ask(path),
    until,
    save: yaml => ask('/flows', { method: 'POST', body: yaml, headers: { 'Content-Type': 'application/x-yaml' } }),
    /** Starts a flow and waits for its end. */
    async run(namespace, id, inputs = {}) {
      const body = new FormData()
      body.append('-', '')
      for (const [name, value] of Object.entries(inputs)) body.append(name, value)
      const { id: execution } = await ask(`/executions/${namespace}/${id}`, { method: 'POST', body })
      return until(`/executions/${execution}`, one => !!one.state.endDate)
    },
    send: (method, path, json) => ask(path, { method, body: JSON.stringify(json), headers: { 'Content-Type': 'application/json' } }),
  }
}

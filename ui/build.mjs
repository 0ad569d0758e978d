// What Maven calls: `node build.mjs build` packs the page into target/classes, `node build.mjs test` checks it. Work whose
// inputs did not change is not done again.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { writeReport } from './report.mjs'

const HERE = dirname(fileURLToPath(import.meta.url))
const OUT = join(HERE, 'target/classes/orrery-ui')
const NODE_MIN = [20, 19]

process.chdir(HERE)

function run(command, args) {
  const windows = process.platform === 'win32'
  execFileSync(windows ? `${command}.cmd` : command, args, { stdio: 'inherit', shell: windows })
}

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap(one => {
    const path = join(folder, one.name)
    return one.isDirectory() ? filesIn(path) : [path]
  }).toSorted()
}

function hashOf(paths) {
  const hash = createHash('sha256').update(process.version)
  for (const path of paths.flatMap(one => (statSync(one).isDirectory() ? filesIn(one) : [one]))) hash.update(path).update(readFileSync(path))
  return hash.digest('hex')
}

/** Does the work unless it was done with the same inputs before. */
function unlessDone(name, inputs, isThere, work) {
  const stamp = join('target', `${name}.stamp`)
  const hash = hashOf(inputs)
  if (isThere() && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  work()
  mkdirSync('target', { recursive: true })
  writeFileSync(stamp, hash)
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < NODE_MIN[0] || (major === NODE_MIN[0] && minor < NODE_MIN[1])) {
    throw new Error(`The page is built with Node ${NODE_MIN.join('.')} or later; this is ${process.version}.`)
  }
}

const install = () => unlessDone('install', ['package-lock.json'], () => existsSync('node_modules/.package-lock.json'), () =>
  run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']))

/** Each text beside its compressed forms, so that the server compresses nothing. */
function compress() {
  for (const path of filesIn(OUT)) {
    if (!/\.(js|css|svg|json|html)$/.test(path)) continue
    const text = readFileSync(path)
    writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }))
    writeFileSync(`${path}.br`, brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }))
  }
}

const SOURCES = ['package-lock.json', 'vite.config.ts', 'tsconfig.json', 'index.html', 'public', 'src']

function build() {
  install()
  unlessDone('build', [...SOURCES, 'build.mjs'], () => existsSync(join(OUT, 'index.html.br')), () => {
    run('npx', ['vite', 'build', '--logLevel', 'warn'])
    compress()
  })
}

function test() {
  unlessDone('test', [...SOURCES, 'build.mjs', 'test', 'e2e'], () => existsSync('target/surefire-reports/TEST-ui.xml'), () => {
    run('npm', ['run', '--silent', 'check'])
    let failed = false
    try {
      run('npx', ['vitest', 'run', '--reporter=dot', '--reporter=json', '--outputFile.json=target/vitest.json'])
    } catch {
      failed = true
    }
    const { numTotalTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync('target/vitest.json', 'utf8'))
    writeReport('ui', { tests: numTotalTests, failures: numFailedTests, skipped: numPendingTests })
    if (failed) throw new Error('Tests of the page failed; see above.')
  })
}

checkNode()
const task = { build, test }[process.argv[2]]
if (!task) throw new Error('node build.mjs build|test')
task()

// Every page by its address alone, looked at in both themes: it shows what it should, nothing complains, everybody can use it.
import { expect, openPage, stumbles } from './harness.mjs'

/** Something to see on each page. */
let seeded
const seed = api => (seeded ??= (async () => {
  const failed = await api.run('examples', 'errors', { rescue: 'false' })
  await Promise.all(['hello', 'parallel', 'for-each', 'dag', 'retries', 'subflow-parent', 'kv'].map(id => api.run('examples', id)))
  await api.send('PUT', '/namespaces/examples/secrets', { key: 'TOKEN', value: 'hidden', description: 'for the tests' })
  return { failed, etl: await api.run('examples', 'for-each') }
})())

const execution = one => `executions/${one.namespace}/${one.flowId}/${one.id}`

const PAGES = [
  ['home', () => 'home', 'What went wrong last'],
  ['flows', () => 'flows', 'subflow-parent'],
  ['flows search', () => 'flows/search?q=closed', 'the bridge is'],
  ['flow new', () => 'flows/new', 'company.team'],
  ...['overview', 'edit', 'executions', 'triggers', 'revisions', 'logs', 'metrics', 'dependencies'].map(tab => [`flow ${tab}`, () => `flows/edit/examples/${tab === 'triggers' ? 'schedule' : 'subflow-parent'}/${tab}`, 'examples']),
  ['executions', () => 'executions', 'retries'],
  ['executions filtered', () => 'executions?filters[state][IN]=FAILED', 'errors'],
  ['executions empty', () => 'executions?filters[flowId][EQUALS]=nothing', 'No execution fits this filter'],
  ...['gantt', 'logs', 'topology', 'outputs', 'metrics', 'overview'].map(tab => [`execution ${tab}`, ({ failed }) => `${execution(failed)}/${tab}`, 'no rescue was asked for']),
  ['execution of a loop', ({ etl }) => `${execution(etl)}/outputs`, 'Try an expression'],
  ['execution missing', () => 'executions/examples/errors/no-such-one', 'Execution not found'],
  ['schedule', () => 'schedule', 'Busiest hours'],
  ['triggers', () => 'triggers?trigger=examples/schedule/every-five-minutes', 'every-five-minutes'],
  ['logs', () => 'logs', 'this runs whatever happened'],
  ['namespaces', () => 'namespaces', 'examples'],
  ...['overview', 'flows', 'executions', 'files', 'kv', 'secrets', 'variables', 'plugin-defaults'].map(tab => [`namespace ${tab}`, () => `namespaces/edit/examples/${tab}`, 'examples']),
  ['plugins', () => 'plugins', 'Writes lines to the log'],
  ['plugin', () => 'plugins/io.kestra.plugin.core.log.Log', 'What every task has'],
  ['nothing there', () => 'no/such/page', 'There is no page at'],
]

/** A page that asks for what is not there makes the browser note the answer. */
const EXPECTED = { 'execution missing': /404/ }

const noneOf = (found, what) => expect(!found.length, `${what}: ${found.join('\n')}`)

export const routes = PAGES.map(([name, path, text]) => ({
  name: `${name} by its address`,
  async run({ server, browser, api }) {
    const it = await openPage(browser, server.address)
    try {
      await it.go(path(await seed(api)))
      await it.page.getByText(text).first().waitFor()
      await it.page.waitForLoadState('networkidle', { timeout: 600 }).catch(() => {})
      for (const theme of ['light', 'dark']) {
        await it.page.evaluate(to => (document.documentElement.dataset.theme = to), theme)
        await it.shot(`${name.replaceAll(' ', '-')}-${theme}`)
        noneOf(await stumbles(it.page), `accessibility in the ${theme} theme`)
      }
      noneOf(it.complaints.filter(one => !EXPECTED[name]?.test(one)), 'complaints')
    } finally {
      await it.close()
    }
  },
}))

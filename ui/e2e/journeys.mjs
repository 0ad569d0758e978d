// What people come for, from the first click to the last.
import { expect, openPage } from './harness.mjs'

const BROKEN = `id: journey
namespace: e2e
inputs:
  - id: who
    type: STRING
    defaults: Ada
tasks:
  - id: greet
    type: io.kestra.plugin.core.log.Log
    message: "hello {{ inputs.who }}"
  - id: check
    type: io.kestra.plugin.core.execution.Fail
    condition: "{{ inputs.who == 'Ada' }}"
    errorMessage: Ada may not pass
`

const journey = (name, steps) => ({
  name,
  async run(world) {
    const it = await openPage(world.browser, world.server.address)
    try {
      await steps(it, world)
      expect(!it.complaints.length, `complaints: ${it.complaints.join('\n')}`)
    } catch (error) {
      await it.shot(`failed-${name.replaceAll(/\W+/g, '-')}`).catch(() => {})
      throw error
    } finally {
      await it.close()
    }
  },
})

/** Replaces what stands in the editor, as a paste does. */
async function write(page, text) {
  await page.locator('.cm-content').first().click()
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText(text)
}

export const journeys = [
  journey('a flow is written, run, watched, fails, says why, is mended and goes on', async ({ page, go }) => {
    await go('flows/new')
    await write(page, BROKEN.replace('core.log.Log', 'core.log.Logg'))
    await page.getByText('Did you mean').waitFor()
    await write(page, BROKEN)
    await page.getByText('No mistakes').waitFor()
    await page.getByRole('button', { name: /^Save and run/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Run journey' })
    await dialog.getByLabel('who').waitFor()
    expect(await dialog.getByLabel('who').inputValue() === 'Ada', 'the form shows the default')
    await dialog.getByRole('button', { name: 'Run', exact: true }).click()

    const why = page.getByRole('region', { name: 'Why it failed' })
    await why.getByText('Ada may not pass').waitFor()
    await page.getByRole('grid', { name: 'Log lines' }).getByText('Ada may not pass').waitFor()
    await why.getByRole('link', { name: 'Edit the flow' }).click()

    await page.getByRole('group', { name: 'Topology' }).getByRole('button', { name: /check/ }).waitFor()
    await write(page, BROKEN.replace("== 'Ada'", "== 'Bob'"))
    await page.getByText('Draft, kept in this browser').waitFor()
    await page.getByRole('button', { name: /^Save Ctrl/ }).click()
    await page.getByText('Saved as revision 2').waitFor()

    await page.getByRole('link', { name: 'Executions', exact: true }).last().click()
    await page.getByRole('grid', { name: 'Executions' }).getByRole('link', { name: 'e2e / journey' }).click()
    await page.getByRole('button', { name: 'Replay…' }).click()
    await page.getByLabel('With revision 2 of the flow').check()
    await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click()
    await page.locator('header.bar').getByText('Success').waitFor()
    await page.getByText('hello Ada').first().waitFor()
  }),

  journey('a draft outlives the page, and a newer revision is not overwritten unseen', async ({ page, go }, { api }) => {
    await api.save(BROKEN.replace('id: journey', 'id: drafted'))
    await go('flows/edit/e2e/drafted/edit')
    await write(page, BROKEN.replace('id: journey', 'id: drafted').replace('hello', 'mine'))
    await page.getByText('Draft, kept in this browser').waitFor()
    await page.reload()
    await page.locator('.cm-content').getByText('mine').waitFor()
    await fetch(`${new URL(page.url()).origin}/api/v1/main/flows/e2e/drafted`, { method: 'PUT', body: BROKEN.replace('id: journey', 'id: drafted').replace('hello', 'theirs'), headers: { 'Content-Type': 'application/x-yaml' } })
    await page.getByRole('button', { name: /^Save Ctrl/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Somebody saved revision 2 meanwhile' })
    await dialog.getByRole('button', { name: 'Save mine' }).click()
    await page.getByText('Saved as revision 3').waitFor()
  }),

  journey('a bulk action says of how many, and does it to those', async ({ page, go }, { api }) => {
    await api.save(BROKEN.replace('id: journey', 'id: many'))
    for (let i = 0; i < 3; i++) await api.run('e2e', 'many')
    await api.run('e2e', 'many', { who: 'Bob' })
    await go('executions?filters[flowId][EQUALS]=many')
    await page.getByText('4 executions').first().waitFor()
    await page.getByLabel('Choose all that the filter finds').check()
    await page.getByRole('button', { name: 'Restart' }).click()
    const dialog = page.getByRole('dialog', { name: 'Restart 3 executions?' })
    await dialog.getByText('1 other is chosen').waitFor()
    await dialog.getByRole('button', { name: 'Restart' }).click()
    await page.getByText('3 executions restarted').waitFor()
    await page.getByLabel(/^Choose [0-9A-Za-z]{22}$/).first().check()
    await page.getByText('1 chosen').waitFor()
    await page.getByLabel('Refresh now').click()
    await page.getByText('1 chosen').waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog', { name: 'Delete 1 execution?' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByText('3 executions').first().waitFor()
  }),

  journey('a filter is typed, kept in the address and understood from there', async ({ page, go }) => {
    await go('executions')
    const line = page.getByLabel('Filter', { exact: true })
    await line.fill('state:failed ns:exam* last:24h')
    await line.press('Enter')
    await page.waitForURL(/filters\[state\]\[IN\]=FAILED|filters%5Bstate%5D/)
    await page.reload()
    await page.waitForFunction(() => document.querySelector('.filter input')?.value === 'state:failed ns:exam* last:24h')
    await line.fill('last:soon')
    await line.press('Enter')
    await page.getByText('Not understood: last:soon').waitFor()
  }),

  journey('a paused execution is resumed with its inputs', async ({ page, go }, { api }) => {
    await api.save('id: asks\nnamespace: e2e\ntasks:\n  - id: gate\n    type: io.kestra.plugin.core.flow.Pause\n    onResume:\n      - id: reason\n        type: STRING\n  - id: tell\n    type: io.kestra.plugin.core.log.Log\n    message: "because {{ outputs.gate.onResume.reason }}"\n')
    await go('flows/edit/e2e/asks/overview?run=1')
    await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByRole('button', { name: 'Resume…' }).click()
    await page.getByRole('dialog').getByLabel('reason').fill('it is time')
    await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click()
    await page.locator('header.bar').getByText('Success').waitFor()
    await page.getByRole('link', { name: /^Logs/ }).last().click()
    await page.getByText('because it is time').first().waitFor()
  }),

  journey('a schedule is run for the past', async ({ page, go }, { api }) => {
    await api.save('id: nightly\nnamespace: e2e\ntasks:\n  - id: say\n    type: io.kestra.plugin.core.log.Log\n    message: "{{ trigger.date }}"\ntriggers:\n  - id: at-three\n    type: io.kestra.plugin.core.trigger.Schedule\n    cron: "5 3 * * *"\n    timezone: UTC\n')
    await go('triggers?trigger=e2e/nightly/at-three')
    await page.getByRole('button', { name: 'Backfill…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('From').fill('2026-11-20T00:00')
    await dialog.getByLabel('To', { exact: true }).fill('2026-11-23T00:00')
    await dialog.getByRole('button', { name: 'Backfill', exact: true }).click()
    await page.getByText('The backfill has begun').waitFor()
    await api.until('/executions/search?filters[flowId][EQUALS]=nightly&filters[state][EQUALS]=SUCCESS', found => found.total === 3)
    await page.getByRole('button', { name: 'Disable' }).click()
    await page.getByRole('button', { name: 'Enable' }).waitFor()
  }),

  journey('a slot that was skipped says why', async ({ page, go }, { api }) => {
    await api.save('id: choosy\nnamespace: e2e\ntasks:\n  - id: say\n    type: io.kestra.plugin.core.log.Log\n    message: never\ntriggers:\n  - id: each-second\n    type: io.kestra.plugin.core.trigger.Schedule\n    cron: "* * * * * *"\n    withSeconds: true\n    timezone: UTC\n    conditions:\n      - type: io.kestra.plugin.core.condition.Expression\n        expression: "{{ false }}"\n')
    await go('triggers?trigger=e2e/choosy/each-second')
    const row = page.getByRole('row').filter({ hasText: 'Skipped by a condition' }).first()
    await row.getByRole('button', { name: /^Why/ }).click()
    await page.getByRole('region', { name: 'Why did it' }).getByText(/condition/).waitFor()
    await page.getByLabel('Why did it, or did it not, run at').fill('2031-01-01T03:05:00Z')
    await page.getByRole('button', { name: 'Ask' }).click()
    await page.getByText(/is to come/).waitFor()
    await api.send('PUT', '/triggers/set-disabled', { namespace: 'e2e', flowId: 'choosy', triggerId: 'each-second', disabled: true })
  }),

  journey('a webhook tells its address, and is set off there', async ({ page, go }, { api }) => {
    await api.save('id: called\nnamespace: e2e\ntasks:\n  - id: say\n    type: io.kestra.plugin.core.log.Log\n    message: called\ntriggers:\n  - id: door\n    type: io.kestra.plugin.core.trigger.Webhook\n    key: open-sesame\n')
    await go('flows/edit/e2e/called/triggers')
    const address = await page.getByText(/executions\/webhook\/e2e\/called\/open-sesame$/).textContent()
    expect((await fetch(address, { method: 'POST' })).ok, 'the address works')
    await page.getByRole('link', { name: 'Executions', exact: true }).last().click()
    await page.getByRole('grid', { name: 'Executions' }).getByText('door').waitFor()
  }),

  journey('the schedule of the days to come leads to a trigger', async ({ page, go }) => {
    await go('schedule')
    await page.getByRole('group', { name: /^Starts by day and hour/ }).getByRole('button').nth(30).click()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('link', { name: 'every-five-minutes' }).click()
    await page.getByRole('heading', { name: 'every-five-minutes' }).waitFor()
  }),

  journey('keys alone lead from the palette to a log', async ({ page, go }, { api }) => {
    await api.run('examples', 'hello')
    await go('home')
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.keyboard.press('Control+K')
    await page.keyboard.type('executions')
    await page.getByRole('option', { name: /Page\s*Executions/ }).waitFor()
    await page.keyboard.press('Enter')
    const grid = page.getByRole('grid', { name: 'Executions' })
    await grid.waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('o')
    await page.getByRole('treegrid', { name: 'Task runs' }).waitFor()
    await page.keyboard.press('l')
    await page.getByRole('grid', { name: 'Log lines' }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys on this page' }).waitFor()
  }),

  journey('what is typed before the palette is loaded is not lost', async ({ page, go }) => {
    let load
    const asked = new Promise(resolve => {
      page.route('**/Palette*.js', route => { load = () => route.continue(); resolve() })
    })
    await go('home')
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.keyboard.press('Control+K')
    await asked
    await page.keyboard.type('executions')
    await load()
    await page.getByRole('option', { name: /Page\s*Executions/ }).waitFor()
    await page.locator('input.palette-text:focus').waitFor()
    expect(await page.locator('input.palette-text').inputValue() === 'executions', 'all that was typed is there')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/executions')
  }),

  journey('files, keys and secrets of a namespace are written', async ({ page, go }) => {
    await go('namespaces/edit/e2e.space/files')
    await page.getByRole('button', { name: 'New file' }).click()
    await page.getByLabel('Path').fill('/lib/greet.py')
    await page.getByRole('button', { name: 'OK' }).click()
    await write(page, 'print("hello")\n')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').first().waitFor()
    await page.reload()
    await page.locator('.cm-content').getByText('print("hello")').waitFor()

    await go('namespaces/edit/e2e.space/kv')
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByLabel('Key', { exact: true }).fill('limits')
    await page.getByLabel('Value').fill('{"rows": 12}')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'limits' }).click()
    await page.getByText('rows').waitFor()

    await go('namespaces/edit/e2e.space/secrets')
    await page.getByRole('button', { name: 'New secret' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('PASSWORD')
    await page.getByRole('dialog').getByLabel('Value').fill('quite secret')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('cell', { name: 'PASSWORD' }).waitFor()
    expect(!(await page.content()).includes('quite secret'), 'a secret is not shown')
  }),

  journey('the theme that was chosen is there before the first paint', async ({ page, go }) => {
    await go('home')
    await page.getByRole('button', { name: 'Use the dark theme' }).click()
    await page.reload({ waitUntil: 'commit' })
    await page.waitForFunction(() => document.documentElement.dataset.theme)
    expect((await page.evaluate(() => document.documentElement.dataset.theme)) === 'dark', 'it is dark at once')
  }),

  journey('the page speaks French and keeps the zone', async ({ page, go }) => {
    await go('executions')
    await page.getByLabel('Language').selectOption('fr')
    await page.getByRole('heading', { name: 'Exécutions' }).waitFor()
    await page.getByRole('button', { name: /UTC/ }).click()
    await page.getByRole('dialog').getByRole('searchbox').fill('tokyo')
    await page.getByRole('dialog').getByRole('button', { name: /Asia\/Tokyo/ }).click()
    await page.reload()
    await page.getByRole('heading', { name: 'Exécutions' }).waitFor()
    await page.getByRole('button', { name: /Asia\/Tokyo/ }).waitFor()
  }),
]

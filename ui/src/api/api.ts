// Every call of the page, by what it is about.
import { ask, blob, get, part, text, type Query } from './http'
import type {
  Dependencies, Execution, Expressions, FileAttributes, Flow, Forecast, Histogram, JsonSchema, KvEntry, KvValue, Label,
  LatestExecution, LogLine, Metric, MetricSeries, MissedSlot, Namespace, Page, Plugin, PluginDoc, ResolvedInputs, SecretList, SourceMatch,
  State, Timeline, TriggerEntry, TriggerState, Validation, Why,
} from './types'

const flowPath = (namespace: string, id: string) => `/flows/${part(namespace)}/${part(id)}`
const executionPath = (id: string) => `/executions/${part(id)}`
const namespacePath = (id: string) => `/namespaces/${part(id)}`

/** Which executions a bulk action is about: some by name, or all that a filter finds. */
export type Many = { ids: string[] } | { query: Query }
export type Bulk = 'restart' | 'replay' | 'kill' | 'delete' | 'pause' | 'resume'

function bulk(name: Bulk | 'labels', many: Many, extra: Query = {}): Promise<{ count: number }> {
  const by = 'ids' in many ? 'by-ids' : 'by-query'
  const query = 'ids' in many ? extra : { ...many.query, ...extra }
  const json = 'ids' in many ? many.ids : undefined
  const removes = name === 'delete' || name === 'kill'
  const path = name === 'delete' ? `/executions/${by}` : `/executions/${name}/${by}`
  return ask(removes ? 'DELETE' : 'POST', path, { query, json })
}

export const executions = {
  search: (query: Query, signal?: AbortSignal) => get<Page<Execution>>('/executions/search', query, signal),
  histogram: (query: Query, signal?: AbortSignal) => get<Histogram>('/executions/histogram', query, signal),
  get: (id: string) => get<Execution>(executionPath(id)),
  latest: (flows: { namespace: string; id: string }[]) => ask<LatestExecution[]>('POST', '/executions/latest', { json: flows }),
  start: (namespace: string, id: string, form: FormData, query: Query = {}) =>
    ask<Execution>('POST', `/executions/${part(namespace)}/${part(id)}`, { form, query }),
  resolve: (namespace: string, id: string, form: FormData, signal?: AbortSignal) =>
    ask<ResolvedInputs>('POST', `/executions/${part(namespace)}/${part(id)}/validate`, { form, signal }),
  restart: (id: string) => ask<Execution>('POST', `${executionPath(id)}/actions/restart`),
  replay: (id: string, query: Query = {}) => ask<Execution>('POST', `${executionPath(id)}/actions/replay`, { query }),
  replayWith: (id: string, form: FormData, query: Query = {}) =>
    ask<Execution>('POST', `${executionPath(id)}/actions/replay-with-inputs`, { form, query }),
  kill: (id: string) => ask<unknown>('DELETE', `${executionPath(id)}/actions/kill`),
  pause: (id: string) => ask<Execution>('POST', `${executionPath(id)}/actions/pause`),
  resume: (id: string, form: FormData) => ask<unknown>('POST', `${executionPath(id)}/actions/resume`, { form }),
  resumeInputs: (id: string, form: FormData, signal?: AbortSignal) =>
    ask<ResolvedInputs>('POST', `${executionPath(id)}/actions/resume/validate`, { form, signal }),
  unqueue: (id: string) => ask<Execution>('POST', `${executionPath(id)}/actions/unqueue`),
  changeStatus: (id: string, status: State) => ask<Execution>('POST', `${executionPath(id)}/actions/change-status`, { query: { status } }),
  changeTaskRun: (id: string, taskRunId: string, state: State) =>
    ask<Execution>('POST', `${executionPath(id)}/actions/state`, { json: { taskRunId, state } }),
  relabel: (id: string, labels: Label[]) => ask<Execution>('POST', `${executionPath(id)}/actions/labels`, { json: labels }),
  remove: (id: string) => ask<unknown>('DELETE', executionPath(id)),
  bulk,
  labels: (many: Many, labels: Label[]) =>
    'ids' in many
      ? ask<{ count: number }>('POST', '/executions/labels/by-ids', { json: { executionsId: many.ids, executionLabels: labels } })
      : ask<{ count: number }>('POST', '/executions/labels/by-query', { query: many.query, json: labels }),
  evaluate: (id: string, taskRunId: string | undefined, expression: string) =>
    ask<{ result?: string; error?: string; stackTrace?: string }>(
      'POST', `${executionPath(id)}/actions/eval${taskRunId ? '/' + part(taskRunId) : ''}`, { text: expression }),
  preview: (id: string, path: string) =>
    get<{ extension: string; type: string; content: unknown; truncated?: boolean }>(`${executionPath(id)}/file/preview`, { path, maxRows: 100 }),
}

export const logs = {
  of: (id: string, query: Query = {}) => get<LogLine[]>(`/logs/${part(id)}`, query),
  search: (query: Query, signal?: AbortSignal) => get<Page<LogLine>>('/logs/search', query, signal),
}

export const metrics = {
  of: (id: string) => get<Page<Metric>>(`/metrics/${part(id)}`, { size: 1000 }),
  names: (namespace: string, flow: string) => get<string[]>(`/metrics/names/${part(namespace)}/${part(flow)}`),
  series: (namespace: string, flow: string, metric: string, query: Query) =>
    get<MetricSeries>(`/metrics/aggregates/${part(namespace)}/${part(flow)}/${part(metric)}`, query),
}

export const flows = {
  search: (query: Query, signal?: AbortSignal) => get<Page<Flow>>('/flows/search', query, signal),
  searchSource: (query: Query, signal?: AbortSignal) => get<Page<SourceMatch>>('/flows/source', query, signal),
  get: (namespace: string, id: string, revision?: number) =>
    get<Flow>(flowPath(namespace, id), { source: true, revision, allowDeleted: revision !== undefined || undefined }),
  create: (yaml: string) => ask<Flow>('POST', '/flows', { yaml }),
  update: (namespace: string, id: string, yaml: string) => ask<Flow>('PUT', flowPath(namespace, id), { yaml }),
  remove: (namespace: string, id: string) => ask<unknown>('DELETE', flowPath(namespace, id)),
  validate: (yaml: string, signal?: AbortSignal) => ask<Validation[]>('POST', '/flows/validate', { yaml, signal }),
  expressions: (yaml: string) => ask<Expressions>('POST', '/flows/expressions', { yaml }),
  revisions: (namespace: string, id: string) => get<Flow[]>(`${flowPath(namespace, id)}/revisions`),
  restore: (namespace: string, id: string, revision: number) =>
    ask<Flow>('POST', `${flowPath(namespace, id)}/revisions/${revision}/restore`),
  dependencies: (namespace: string, id: string) => get<Dependencies>(`${flowPath(namespace, id)}/dependencies`),
  import: (form: FormData) => ask<unknown>('POST', '/flows/import', { form }),
  export: (ids: { namespace: string; id: string }[]) => blob('POST', '/flows/export/by-ids', { json: ids }),
  setEnabled: (ids: { namespace: string; id: string }[], enabled: boolean) =>
    ask<{ count: number }>('POST', `/flows/${enabled ? 'enable' : 'disable'}/by-ids`, { json: ids }),
  removeMany: (ids: { namespace: string; id: string }[]) => ask<{ count: number }>('DELETE', '/flows/delete/by-ids', { json: ids }),
  namespaces: () => get<string[]>('/flows/distinct-namespaces'),
}

const triggerName = (trigger: TriggerState) => ({ namespace: trigger.namespace, flowId: trigger.flowId, triggerId: trigger.triggerId })

const triggerPath = (trigger: TriggerState) => `/triggers/${part(trigger.namespace)}/${part(trigger.flowId)}/${part(trigger.triggerId)}`

export const triggers = {
  slots: (trigger: TriggerState, query: Query) => get<Timeline>(`${triggerPath(trigger)}/slots`, query),
  why: (trigger: TriggerState, at: string) => get<Why>(`${triggerPath(trigger)}/why`, { at }),
  missed: (query: Query) => get<Page<MissedSlot>>('/triggers/missed', query),
  forecast: (query: Query, signal?: AbortSignal) => get<Forecast>('/triggers/forecast', query, signal),
  runNow: (trigger: TriggerState) => ask<Execution>('POST', `${triggerPath(trigger)}/run-now`),
  unlock: (trigger: TriggerState) => ask<TriggerState>('POST', `${triggerPath(trigger)}/unlock`),
  search: (query: Query, signal?: AbortSignal) => get<Page<TriggerEntry>>('/triggers/search', query, signal),
  setDisabled: (trigger: TriggerState, disabled: boolean) =>
    ask<TriggerState>('PUT', '/triggers/set-disabled', { json: { ...triggerName(trigger), disabled } }),
  backfill: (trigger: TriggerState, backfill: { start: string; end?: string; inputs?: Record<string, unknown>; labels?: Label[] }) =>
    ask<TriggerState>('PUT', '/triggers/backfill/create', { json: { ...triggerName(trigger), backfill } }),
  pauseBackfill: (trigger: TriggerState) => ask<TriggerState>('PUT', '/triggers/backfill/pause', { json: triggerName(trigger) }),
  unpauseBackfill: (trigger: TriggerState) => ask<TriggerState>('PUT', '/triggers/backfill/unpause', { json: triggerName(trigger) }),
  deleteBackfill: (trigger: TriggerState) => ask<TriggerState>('POST', '/triggers/backfill/delete', { json: triggerName(trigger) }),
}

export const namespaces = {
  search: (query: Query) => get<Page<Namespace>>('/namespaces/search', query),
  get: (id: string) => get<Namespace>(namespacePath(id)),
  update: (namespace: Namespace) => ask<Namespace>('PUT', namespacePath(namespace.id), { json: namespace }),
  inheritedVariables: (id: string) => get<Record<string, unknown>>(`${namespacePath(id)}/inherited-variables`),
  inheritedDefaults: (id: string) => get<unknown[]>(`${namespacePath(id)}/inherited-plugindefaults`),
}

export const files = {
  list: (namespace: string, path: string) => get<FileAttributes[]>(`${namespacePath(namespace)}/files/directory`, { path }),
  content: (namespace: string, path: string) => text(`${namespacePath(namespace)}/files`, { path }),
  write: (namespace: string, path: string, content: Blob) => {
    const form = new FormData()
    form.append('fileContent', content, path.split('/').pop())
    return ask<unknown>('POST', `${namespacePath(namespace)}/files`, { query: { path }, form })
  },
  makeFolder: (namespace: string, path: string) => ask<unknown>('POST', `${namespacePath(namespace)}/files/directory`, { query: { path } }),
  move: (namespace: string, from: string, to: string) => ask<unknown>('PUT', `${namespacePath(namespace)}/files`, { query: { from, to } }),
  remove: (namespace: string, path: string) => ask<unknown>('DELETE', `${namespacePath(namespace)}/files`, { query: { path } }),
}

export const kv = {
  list: (namespace: string) => get<KvEntry[]>(`${namespacePath(namespace)}/kv`),
  get: (namespace: string, key: string) => get<KvValue>(`${namespacePath(namespace)}/kv/${part(key)}`),
  /** @param value JSON, or else a text */
  set: (namespace: string, key: string, value: string, ttl: string, description: string) =>
    ask<unknown>('PUT', `${namespacePath(namespace)}/kv/${part(key)}`, { text: value, query: { ttl }, headers: description ? { description } : {} }),
  remove: (namespace: string, key: string) => ask<unknown>('DELETE', `${namespacePath(namespace)}/kv/${part(key)}`),
}

export const secrets = {
  list: (namespace: string) => get<SecretList>(`${namespacePath(namespace)}/secrets`, { size: 1000 }),
  inherited: (namespace: string) => get<Record<string, string[]>>(`${namespacePath(namespace)}/inherited-secrets`),
  set: (namespace: string, key: string, value: string, description: string) =>
    ask<unknown>('PUT', `${namespacePath(namespace)}/secrets`, { json: { key, value, description } }),
  remove: (namespace: string, key: string) => ask<unknown>('DELETE', `${namespacePath(namespace)}/secrets/${part(key)}`),
}

export const plugins = {
  list: () => get<Plugin[]>('/plugins'),
  groups: () => get<Plugin[]>('/plugins/groups/subgroups'),
  doc: (cls: string) => get<PluginDoc>(`/plugins/${part(cls)}`),
  flowProperties: () => get<JsonSchema>('/plugins/properties/flow'),
  inputs: () => get<{ type: string; cls: string }[]>('/plugins/inputs'),
  input: (type: string) => get<PluginDoc>(`/plugins/inputs/${part(type)}`),
}


// The shapes of the API that the page reads and writes, by hand until the server tells them itself.

export type State =
  | 'CREATED' | 'SUBMITTED' | 'QUEUED' | 'PAUSED' | 'BREAKPOINT'
  | 'RUNNING' | 'RESTARTED' | 'RETRYING' | 'KILLING'
  | 'SUCCESS' | 'WARNING' | 'FAILED' | 'KILLED' | 'CANCELLED' | 'SKIPPED' | 'RETRIED'

export type Level = 'TRACE' | 'DEBUG' | 'INFO' | 'WARN' | 'ERROR'

export interface Page<T> { results: T[]; total: number }

export interface History { state: State; date: string }

export interface StateInfo {
  current: State
  histories: History[]
  duration?: string
  startDate: string
  endDate?: string
}

export interface Label { key: string; value: string }

export interface TriggerOf { id: string; type: string; variables?: Record<string, unknown> }

export interface Attempt { state: StateInfo; logFile?: string }

export interface TaskRun {
  id: string
  taskId: string
  parentTaskRunId?: string
  value?: string
  iteration?: number
  attempts?: Attempt[]
  outputs?: Record<string, unknown>
  state: StateInfo
}

export interface Execution {
  id: string
  namespace: string
  flowId: string
  flowRevision: number
  inputs?: Record<string, unknown>
  outputs?: Record<string, unknown>
  variables?: Record<string, unknown>
  labels?: Label[]
  taskRunList?: TaskRun[]
  state: StateInfo
  parentId?: string
  originalId?: string
  scheduleDate?: string
  trigger?: TriggerOf
}

export interface Histogram {
  from: string
  to: string
  pieceMillis: number
  pieces: { start: string; counts: Partial<Record<State, number>> }[]
}

export interface LogLine {
  executionId: string
  namespace: string
  flowId: string
  taskId?: string
  taskRunId?: string
  attemptNumber?: number
  timestamp: string
  level: Level
  message: string
}

export interface Metric {
  taskId?: string
  taskRunId?: string
  name: string
  type: string
  value: number
  timestamp: string
  tags?: Record<string, string>
}

export interface MetricSeries { groupBy: string; aggregations: { date: string; value: number }[] }

export interface FlowInput {
  id: string
  type: string
  required?: boolean
  displayName?: string
  description?: string
  defaults?: unknown
  prefill?: unknown
  values?: (string | { label: string; value: string })[]
  itemType?: string
  min?: number
  max?: number
  allowCustomValue?: boolean
  isRadio?: boolean
}

export interface ResolvedInput {
  input: FlowInput
  value?: unknown
  enabled: boolean
  isDefault: boolean
  errors?: { message: string }[]
}

export interface Check { message: string; style: string; behavior: string }

export interface ResolvedInputs { inputs: ResolvedInput[]; checks?: Check[] }

export interface Task { id: string; type: string; [property: string]: unknown }

export interface Flow {
  id: string
  namespace: string
  revision: number
  disabled: boolean
  deleted: boolean
  updated?: string
  description?: string
  labels?: Label[] | Record<string, string>
  inputs?: FlowInput[]
  tasks: Task[]
  triggers?: Task[]
  source?: string
}

export interface SourceMatch { model: Flow; fragments: string[] }

export interface Validation {
  constraints?: string
  outdated?: boolean
  deprecationPaths?: string[]
  warnings?: string[]
}

export interface Expressions {
  variables: Record<string, string[] | Record<string, string[]>>
  functions: string[]
  filters: string[]
}

export interface LatestExecution { id: string; namespace: string; flowId: string; startDate: string; status: State }

export interface Dependencies {
  nodes: { uid: string; namespace: string; id: string }[]
  edges: { source: string; target: string; relation: string }[]
}

export interface Backfill {
  start: string
  end?: string
  currentDate: string
  paused: boolean
  inputs?: Record<string, unknown>
  labels?: Label[]
}

export interface TriggerState {
  namespace: string
  flowId: string
  triggerId: string
  kind?: string
  disabled: boolean
  stopReason?: string
  executionId?: string
  locked: boolean
  backfill?: Backfill
  date?: string
  nextExecutionDate?: string
  lastTriggeredDate?: string
  updatedDate?: string
}

export interface TriggerEntry { abstractTrigger?: Task; triggerContext: TriggerState }

/** A slot of a schedule and what became of it; one that is to come says what is expected. */
export interface Slot {
  date: string
  status: string
  executionId?: string
  lateness?: string
  coalesced?: number
  cause?: string
  policy?: string
  lane?: string
  decidedAt?: string
  /** of slots to come */
  dueDate?: string
  conditional?: boolean
  /** of a range of slots that met the same fate */
  lastDate?: string
  count?: number
}

export interface Timeline { zone: string; results: Slot[]; next?: string }

export interface MissedSlot extends Slot { namespace: string; flowId: string; triggerId: string }

export interface Why {
  kind: string
  why: string
  date?: string
  executionId?: string
  previousDate?: string
  nextDate?: string
  zone: string
}

export interface Forecast {
  from: string
  pieceMillis: number
  triggers: { namespace: string; flowId: string; triggerId: string; /** slots by number of the piece */ counts: Record<string, number> }[]
}

export interface Namespace {
  id: string
  description?: string
  variables?: Record<string, unknown>
  pluginDefaults?: { type: string; forced?: boolean; values?: Record<string, unknown> }[]
  /// true: nothing was said about it, it is only where flows are
  disabled?: boolean
}

export interface FileAttributes { type: 'File' | 'Directory'; fileName: string; size: number; lastModifiedTime: number }

export interface KvEntry {
  namespace: string
  key: string
  revision: number
  description?: string
  creationDate: string
  updateDate: string
  expirationDate?: string
}

export interface KvValue { type: string; value: unknown }

export interface SecretList { readOnly: boolean; results: { key: string; description?: string }[]; total: number }

export interface PluginElement { cls: string; title?: string; deprecated: boolean }

export interface Plugin {
  name: string
  title: string
  group: string
  subGroup?: string
  tasks: PluginElement[]
  triggers: PluginElement[]
  conditions?: PluginElement[]
  [kind: string]: unknown
}

export interface JsonSchema {
  type?: string | string[]
  title?: string
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  enum?: unknown[]
  default?: unknown
  items?: JsonSchema
  anyOf?: JsonSchema[]
  allOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  $ref?: string
  $required?: boolean
  $dynamic?: boolean
  $deprecated?: boolean
  definitions?: Record<string, JsonSchema>
}

export interface PluginDoc {
  markdown: string
  schema: { properties: JsonSchema; outputs?: JsonSchema; definitions?: Record<string, JsonSchema> }
}

export interface Failure {
  message: string
  _embedded?: { errors?: { message: string; path?: string }[] }
  invalids?: { message: string; invalidValue: string }[]
}

// What can be written at the cursor, from what the server tells of its language: types, their properties, expressions.
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { flows, plugins } from '../api/api'
import type { Expressions, JsonSchema, PluginDoc } from '../api/types'
import { queryClient } from '../lib/query'
import { contextAt, expressionAt, type Context } from './context'

const FOREVER = { staleTime: Infinity }

interface Types { tasks: Completion[]; triggers: Completion[]; inputs: Completion[] }

const types = () => queryClient.fetchQuery({
  queryKey: ['editor', 'types'], ...FOREVER,
  queryFn: async (): Promise<Types> => {
    const [all, inputs] = await Promise.all([plugins.list(), plugins.inputs()])
    const named = (kind: 'tasks' | 'triggers') =>
      all.flatMap(plugin => plugin[kind] ?? []).map(one => ({ label: one.cls, detail: one.cls.split('.').pop(), info: one.title, type: 'class', boost: one.deprecated ? -50 : 0 }))
    return { tasks: named('tasks'), triggers: named('triggers'), inputs: inputs.map(one => ({ label: one.type, type: 'enum' })) }
  },
})

async function docOf(type: string, input: boolean): Promise<PluginDoc | undefined> {
  const all = await types()
  // A type that is half written is no type: asking for it would only be refused.
  const known = input ? all.inputs : [...all.tasks, ...all.triggers]
  const cls = known.find(one => one.label === type)?.label ?? known.find(one => one.label.endsWith('.' + type))?.label
  if (!cls) return undefined
  return queryClient.fetchQuery({ queryKey: ['editor', 'doc', cls], ...FOREVER, queryFn: () => (input ? plugins.input(cls) : plugins.doc(cls)), retry: false }).catch(() => undefined)
}

const flowSchema = () => queryClient.fetchQuery({ queryKey: ['editor', 'flow'], ...FOREVER, queryFn: plugins.flowProperties })

/** Lists whose items say what they are by `type`. */
const TASK_LISTS = new Set(['tasks', 'errors', 'finally', 'afterExecution', 'then', 'else', 'defaults', 'task'])

type Kind = 'task' | 'trigger' | 'input' | 'other'

function kindOf(under: string | undefined): Kind {
  if (under === undefined) return 'other'
  if (under === 'triggers') return 'trigger'
  if (under === 'inputs' || under === 'onResume') return 'input'
  return TASK_LISTS.has(under) ? 'task' : 'other'
}

const BASE: Record<Exclude<Kind, 'other'>, string[]> = { task: ['id', 'type', 'description', 'disabled'], trigger: ['id', 'type'], input: ['id', 'type', 'required', 'defaults', 'description'] }

function resolve(schema: JsonSchema | undefined, definitions: Record<string, JsonSchema>): JsonSchema | undefined {
  let one = schema
  for (let i = 0; one && i < 8; i++) {
    const ref: string | undefined = one.$ref ?? one.allOf?.[0]?.$ref
    if (ref) one = { ...definitions[ref.split('/').pop()!], title: one.title }
    else if (one.anyOf && !one.properties) one = one.anyOf.find(part => part.properties || part.$ref || part.items || part.enum) ?? one.anyOf[0]
    else return one
  }
  return one
}

/** The schema of the map that the cursor is in. */
async function schemaAt(context: Context): Promise<{ schema?: JsonSchema; definitions: Record<string, JsonSchema>; kind: Kind }> {
  const kind = kindOf(context.frames[0]!.under)
  const path: string[] = []
  for (const frame of context.frames) {
    const type = frame.under === undefined ? undefined : frame.keys.get('type')
    if (type || frame.under === undefined) {
      // The map that says its type, or the flow itself: from there the way goes in again to the cursor.
      const doc = type ? await docOf(type, kindOf(frame.under) === 'input') : undefined
      const definitions = doc?.schema.definitions ?? {}
      let schema: JsonSchema | undefined = type ? doc?.schema.properties : await flowSchema()
      for (const step of path.toReversed()) {
        schema = resolve(schema?.properties?.[step], definitions)
        if (schema?.items) schema = resolve(schema.items, definitions)
      }
      return { schema, definitions, kind }
    }
    path.push(frame.under)
  }
  return { definitions: {}, kind }
}

const typeName = (schema: JsonSchema) => [schema.type ?? ''].flat()[0] ?? ''

function keyOptions(context: Context, schema: JsonSchema | undefined, definitions: Record<string, JsonSchema>, kind: Kind): Completion[] {
  const have = context.frames[0]!.keys
  const named = kind !== 'other' && !have.get('type') ? BASE[kind].map(label => ({ label, schema: {} as JsonSchema })) : []
  const known = Object.entries(schema?.properties ?? {}).map(([label, one]) => ({ label, schema: one }))
  return [...named, ...known.filter(one => !named.some(other => other.label === one.label))]
    .filter(one => !have.has(one.label))
    .map(({ label, schema: one }, place, all) => {
      const whole = resolve(one, definitions) ?? one
      const nested = whole.items || whole.properties || typeName(whole) === 'array' || typeName(whole) === 'object'
      return {
        label, type: 'property', apply: label + (nested ? ':' : ': '), detail: one.$required ? `${typeName(whole)} *` : typeName(whole), info: one.title,
        // What every task has stands first in a schema; what this one is about comes last, and is what people want first.
        boost: Math.round((9 * place) / all.length) + (one.$required ? 20 : 0) + (label === 'id' || label === 'type' ? 10 : 0) - (one.$deprecated ? 40 : 0),
      }
    })
}

async function keysAndValues(text: string, at: number, explicit: boolean): Promise<CompletionResult | null> {
  const context = contextAt(text, at)
  if (context.key === 'type') {
    const kind = kindOf(context.frames[0]!.under)
    const all = await types()
    const options = kind === 'trigger' ? all.triggers : kind === 'input' ? all.inputs : all.tasks
    return { from: context.from, options, validFor: /^[\w.]*$/ }
  }
  const { schema, definitions, kind } = await schemaAt(context)
  if (context.key) {
    const value = resolve(schema?.properties?.[context.key], definitions)
    const values = value?.enum ?? (typeName(value ?? {}) === 'boolean' ? [true, false] : [])
    return values.length ? { from: context.from, options: values.map(one => ({ label: String(one), type: 'enum' })), validFor: /^\w*$/ } : null
  }
  if (!explicit && !context.prefix && context.frames[0]!.keys.size === 0 && context.frames.length === 1) return null
  const options = keyOptions(context, schema, definitions, kind)
  return options.length ? { from: context.from, options, validFor: /^[\w.-]*$/ } : null
}

const expressions = (text: string): Promise<Expressions | undefined> =>
  queryClient.fetchQuery({ queryKey: ['editor', 'expressions', text], staleTime: 60_000, gcTime: 60_000, queryFn: () => flows.expressions(text), retry: false }).catch(() => undefined)

async function inExpression(text: string, expression: string, at: number): Promise<CompletionResult | null> {
  const known = await expressions(text)
  if (!known) return null
  const filter = /\|\s*(\w*)$/.exec(expression)
  if (filter) return { from: at - filter[1]!.length, options: known.filters.map(label => ({ label, type: 'function' })), validFor: /^\w*$/ }
  const word = /([\w.-]*)$/.exec(expression)![1]!
  const steps = word.split('.')
  const last = steps.pop()!
  const from = at - last.length
  if (steps.length) {
    let place: unknown = known.variables
    for (const step of steps) place = Array.isArray(place) ? undefined : (place as Record<string, unknown> | undefined)?.[step]
    const names = Array.isArray(place) ? (place as string[]) : Object.keys((place as object | undefined) ?? {})
    return names.length ? { from, options: names.map(label => ({ label, type: 'variable' })), validFor: /^[\w-]*$/ } : null
  }
  return {
    from,
    options: [
      ...Object.keys(known.variables).map(label => ({ label, type: 'variable', boost: 10 })),
      ...known.functions.map(label => ({ label, type: 'function', apply: label + '(' })),
    ],
    validFor: /^\w*$/,
  }
}

export async function flowCompletions(context: CompletionContext): Promise<CompletionResult | null> {
  const text = context.state.doc.toString()
  const line = context.state.doc.lineAt(context.pos)
  const expression = expressionAt(line.text.slice(0, context.pos - line.from))
  return expression === undefined ? keysAndValues(text, context.pos, context.explicit) : inExpression(text, expression, context.pos)
}

import { ref } from 'vue'
import type { Failure } from './types'

const BASE = '/api/v1/main'

/** What the server refused, in its own words. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** each mistake by itself, where the server told several */
    readonly details: string[] = [],
  ) {
    super(message)
  }
}

/** The server was not reached at all. */
export class Unreachable extends Error {}

/** Whether the last call reached the server; since when it did not. */
export const connection = ref<{ live: boolean; since?: Date }>({ live: true })

export type Query = Record<string, string | number | boolean | undefined | (string | number)[]>

export function url(path: string, query: Query = {}): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== '') parameters.append(name, String(one))
    }
  }
  const text = parameters.toString()
  return BASE + path + (text ? '?' + text : '')
}

/** A part of a path. */
export const part = encodeURIComponent

export interface Sending { query?: Query; json?: unknown; yaml?: string; text?: string; form?: FormData; headers?: Record<string, string>; signal?: AbortSignal }

async function call(method: string, path: string, sending: Sending = {}): Promise<Response> {
  const headers: Record<string, string> = { Accept: 'application/json, */*', ...sending.headers }
  let body: BodyInit | undefined
  if (sending.json !== undefined) {
    headers['Content-Type'] = 'application/json'
    body = JSON.stringify(sending.json)
  } else if (sending.yaml !== undefined) {
    headers['Content-Type'] = 'application/x-yaml'
    body = sending.yaml
  } else if (sending.text !== undefined) {
    headers['Content-Type'] = 'text/plain'
    body = sending.text
  } else {
    body = sending.form
  }
  let response: Response
  try {
    response = await fetch(url(path, sending.query), { method, headers, body, signal: sending.signal })
  } catch (failure) {
    if (sending.signal?.aborted) throw failure
    lost()
    throw new Unreachable(String(failure))
  }
  connection.value = { live: true }
  if (!response.ok) throw await refusal(response)
  return response
}

function lost(): void {
  if (connection.value.live) connection.value = { live: false, since: new Date() }
}

async function refusal(response: Response): Promise<ApiError> {
  const text = await response.text()
  try {
    const failure = JSON.parse(text) as Failure
    const details = failure._embedded?.errors ?? []
    const invalids = failure.invalids ?? []
    return new ApiError(response.status, failure.message, [
      ...details.map(one => (one.path ? `${one.path}: ${one.message}` : one.message)).filter(one => one !== failure.message),
      ...invalids.map(one => `${one.invalidValue}: ${one.message}`),
    ])
  } catch {
    return new ApiError(response.status, text || `${response.status} ${response.statusText}`)
  }
}

export async function ask<T>(method: string, path: string, sending?: Sending): Promise<T> {
  const response = await call(method, path, sending)
  const text = await response.text()
  return (text ? JSON.parse(text) : undefined) as T
}

export const get = <T>(path: string, query?: Query, signal?: AbortSignal) => ask<T>('GET', path, { query, signal })

export async function text(path: string, query?: Query): Promise<string> {
  return (await call('GET', path, { query })).text()
}

export async function blob(method: string, path: string, sending?: Sending): Promise<Blob> {
  return (await call(method, path, sending)).blob()
}

import type { Validation } from '../api/types'

export interface Problem { message: string; line?: number; severity: 'error' | 'warning' }

const LINE = /\s*\(line (\d+)\)\s*$/

function problem(text: string, severity: Problem['severity']): Problem {
  const match = LINE.exec(text)
  return { message: text.replace(LINE, ''), line: match ? Number(match[1]) : undefined, severity }
}

/** What the server found, mistake by mistake; it says the line of each at its end. */
export function problemsOf(validation: Validation | undefined): Problem[] {
  const errors = (validation?.constraints ?? '').split('\n').filter(Boolean)
  const warnings = [...(validation?.warnings ?? []), ...(validation?.deprecationPaths ?? []).map(path => `${path} is deprecated`)]
  return [...errors.map(text => problem(text, 'error')), ...warnings.map(text => problem(text, 'warning'))]
}

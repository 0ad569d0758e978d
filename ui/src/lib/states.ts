import type { State } from '../api/types'

export type Family = 'ok' | 'bad' | 'warn' | 'active' | 'waiting' | 'stopped'

export const FAMILIES: Family[] = ['bad', 'warn', 'active', 'waiting', 'stopped', 'ok']

const FAMILY: Record<State, Family> = {
  SUCCESS: 'ok',
  FAILED: 'bad',
  WARNING: 'warn',
  RUNNING: 'active', RETRYING: 'active', RESTARTED: 'active', KILLING: 'active',
  CREATED: 'waiting', SUBMITTED: 'waiting', QUEUED: 'waiting', PAUSED: 'waiting', BREAKPOINT: 'waiting',
  RETRIED: 'stopped', KILLED: 'stopped', CANCELLED: 'stopped', SKIPPED: 'stopped',
}

export const STATES = Object.keys(FAMILY) as State[]

/** States that an execution does not leave by itself. */
export const FINAL: State[] = ['SUCCESS', 'WARNING', 'FAILED', 'KILLED', 'CANCELLED', 'SKIPPED', 'RETRIED']

export const family = (state: State): Family => FAMILY[state] ?? 'waiting'

export const isFinal = (state: State): boolean => FINAL.includes(state)

/** In a 12×12 box: the shape carries the meaning, the colour only repeats it. */
export const SHAPE: Record<Family, string> = {
  ok: 'M6 1a5 5 0 1 0 0 10A5 5 0 0 0 6 1ZM3.7 6.2l1.6 1.6 3-3.4',
  bad: 'M4 1h4l3 3v4l-3 3H4L1 8V4ZM4.3 4.3l3.4 3.4M7.7 4.3 4.3 7.7',
  warn: 'M6 1.2 11 10.6H1ZM6 4.6v2.8M6 8.9v.2',
  active: 'M6 1a5 5 0 1 1-5 5',
  waiting: 'M6 1a5 5 0 1 0 0 10A5 5 0 0 0 6 1ZM6 3.4V6l2 1.4',
  stopped: 'M2 2h8v8H2ZM4.5 6h3',
}

/** What may be done to an execution in each state. */
export const FITS: Record<'restart' | 'replay' | 'kill' | 'delete' | 'pause' | 'resume' | 'label' | 'changeStatus' | 'unqueue', (state: State) => boolean> = {
  restart: state => state === 'PAUSED' || (isFinal(state) && state !== 'SUCCESS' && state !== 'SKIPPED'),
  replay: () => true,
  kill: state => !isFinal(state),
  delete: isFinal,
  pause: state => state === 'RUNNING',
  resume: state => state === 'PAUSED',
  label: isFinal,
  changeStatus: isFinal,
  unqueue: state => state === 'QUEUED',
}

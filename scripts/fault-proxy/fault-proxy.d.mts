export type Direction = 'up' | 'down'
/** One value for both directions, or one for each; up is from the client to the server. */
export type ByDirection<T> = T | Partial<Record<Direction, T>>

export type FaultSettings = {
  /** One way. */
  delayMs?: ByDirection<number>
  /** Shared by all connections; 0 is without limit. */
  bytesPerSecond?: ByDirection<number>
  /** Share of packets (1,460 bytes) that are lost: what follows on the connection is handed over `stallMs` later. */
  lossPerSegment?: ByDirection<number>
  stallMs?: number
  /** Of each connection. */
  cutAfterBytes?: ByDirection<number | null>
  cutAs?: 'cut' | 'reset' | 'halfOpen'
  /** Nothing passes until it is set back; nothing is lost. */
  hold?: ByDirection<boolean>
  /** New connections are reset at once. */
  refuses?: boolean
  /** Probability for each connection, every second. */
  cutsPerSecond?: number
  /** Slow start: a connection begins with so many unacknowledged bytes and doubles them every round trip; 0 is without. */
  initialWindowBytes?: number
  /** Most bytes on their way per connection and direction. */
  pipeBytes?: number
}
/** `all` happens to every open connection at once; `kind` waits for a byte of its direction, counted over all connections from now. */
export type Fault =
  | { all: 'cut' | 'reset' | 'halfOpen' }
  | { kind: 'cut' | 'reset' | 'halfOpen' | 'flip'; direction?: Direction; atByte?: number }

export type FaultCounters = {
  connections: number
  open: number
  refused: number
  stalls: number
  /** Faults that wait for their byte. */
  armed: number
  /** Bytes taken from the senders, and those handed on. */
  read: Record<Direction, number>
  written: Record<Direction, number>
  faults: { cut: number; reset: number; halfOpen: number; flip: number }
  heldBytes: number
}

export type FaultProxy = {
  port: number
  url: string
  settings(): Required<FaultSettings>
  set(settings: FaultSettings): void
  act(fault: Fault): void
  aim(target: string | number | { host: string; port: number }): void
  counters(): FaultCounters
  stop(): Promise<void>
}

export function startFaultProxy(
  options: { target: string | { host: string; port: number }; port?: number; host?: string; seed?: number } & FaultSettings,
): Promise<FaultProxy>

/** What counts one read: told what has left, and asked whether it may go on. */
export type Meter = {
  /** Bytes [from, to) have left. */
  sent: (from: number, to: number) => Promise<void>
  /** False once nobody may read it any more. Holds the session for the next minutes. */
  mayGoOn: () => Promise<boolean>
  /** This reader ended; a limited link gets its reservation back until the next one. */
  ended: () => Promise<void>
}

/** Of what is looked at and not downloaded: its reader goes on while it may. */
export const uncountedMeter = (mayGoOn: Meter['mayGoOn']): Meter => ({
  sent: async () => {},
  mayGoOn,
  ended: async () => {},
})

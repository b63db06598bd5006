/** The port of mails that come back (T10). */
export type DeliveryReport = {
  /** `delayed`: the other side still tries. */
  action: 'failed' | 'delayed'
  /** What its mail server said, in one line. */
  reason: string
}

export type Receiver = { port: number; close: () => Promise<void> }
export type Receiving = {
  host: string
  port: number
  /** A recipient that is one of ours. */
  accepts: (address: string) => boolean
  /** A rejection asks the other side to come again later. */
  take: (address: string, bytes: Buffer) => Promise<void>
  /** Of what breaks on the way. */
  onError: (error: Error) => void
}

export interface Bounces {
  /** Takes mails until it is closed; rejects where it cannot listen. */
  listen(receiving: Receiving): Promise<Receiver>
  /** Null for any mail that is no report. Of several recipients the worst counts. Never rejects, whatever the bytes are. */
  readReport(bytes: Buffer): Promise<DeliveryReport | null>
}

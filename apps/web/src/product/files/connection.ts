import { type Connection, isConnection } from '@sampan/contract/rules/part-size'

/** The kind of line, where the browser tells. */
export function connectionType(): Connection | undefined {
  const { connection } = navigator as Navigator & { connection?: { effectiveType?: string } }
  return isConnection(connection?.effectiveType) ? connection.effectiveType : undefined
}

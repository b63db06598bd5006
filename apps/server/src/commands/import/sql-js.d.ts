/** Of sql.js as much as is called here. */
declare module 'sql.js' {
  type Database = {
    run: (sql: string, values?: readonly unknown[]) => unknown
    export: () => Uint8Array
    exec: (sql: string) => { columns: string[]; values: (number | string | Uint8Array | null)[][] }[]
    close: () => void
  }
  const load: () => Promise<{ Database: new (content?: Uint8Array) => Database }>
  // biome-ignore lint/style/noDefaultExport: that is what it exports
  export default load
}

import { csvLine, csvStart } from '@sampan/contract/rules/csv'

const chunkChars = 65_536

/** A table as it is sent: in pieces of some size, as its lines come, so that it takes the same memory however long it is. */
export async function* csvChunks(lines: AsyncIterable<(string | number)[]>): AsyncGenerator<string> {
  let text = csvStart
  for await (const cells of lines) {
    text += csvLine(cells)
    if (text.length < chunkChars) continue
    yield text
    text = ''
  }
  yield text
}

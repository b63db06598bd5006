/** Counts what JSON will be made of while its bytes come, so that nothing is parsed that would keep everybody waiting (R49). */
const [quote, backslash, comma, list, listEnd, object, objectEnd] = [0x22, 0x5c, 0x2c, 0x5b, 0x5d, 0x7b, 0x7d]

export type JsonMost = { values: number; depth: number }
/** Takes the next bytes; false once there are more values than `most`, or they lie deeper. */
export type JsonMeter = (bytes: Uint8Array) => boolean

/** An element, a field, and each object or list counts as one. */
export function createJsonMeter(most: JsonMost): JsonMeter {
  let [values, depth] = [0, 0]
  let [isInText, isEscaped] = [false, false]
  return (bytes) => {
    // A plain loop: it looks at every byte of every body.
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at]
      if (isEscaped) isEscaped = false
      else if (byte === quote) isInText = !isInText
      else if (isInText) isEscaped = byte === backslash
      else if (byte === comma) values++
      else if (byte === list || byte === object) {
        values++
        depth++
      } else if (byte === listEnd || byte === objectEnd) depth--
      if (values > most.values || depth > most.depth) return false
    }
    return true
  }
}

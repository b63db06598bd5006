/** The CRC-32 of bytes joined, from the CRC-32 of each: parts are checked alone and in any order, and a file's sum still comes out. */

// Polynomials over GF(2) modulo CRC-32's own, bits reflected: the top bit is 1, the next x. Appending n zero bytes
// multiplies by x^(8n).
const POLYNOMIAL = 0xedb88320
const ONE = 0x80000000
const X = 0x40000000

/** x^(2^k) for k below 32; x^(2^32) is x again. */
const POWERS = squares(X)

export function crc32Combine(first: number, second: number, secondBytes: number): number {
  let shift = ONE
  for (let left = secondBytes, k = 3; left > 0; left = Math.floor(left / 2), k++) {
    if (left % 2 === 1) shift = multiply(POWERS[k & 31]!, shift)
  }
  return (multiply(shift, first >>> 0) ^ second) >>> 0
}

function multiply(a: number, b: number): number {
  let product = 0
  for (let rest = a, term = b; rest !== 0; rest <<= 1) {
    if (rest & ONE) product ^= term
    term = term & 1 ? (term >>> 1) ^ POLYNOMIAL : term >>> 1
  }
  return product >>> 0
}

function squares(start: number): number[] {
  const powers = [start]
  while (powers.length < 32) powers.push(multiply(powers.at(-1)!, powers.at(-1)!))
  return powers
}

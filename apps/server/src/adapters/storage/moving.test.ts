/** Two stores of which one is emptied into the other are a store as each of them is. */
import { byteStoreConformance } from './byte-store.conformance.ts'
import { ways } from './test-moving.ts'

for (const [name, open] of ways) byteStoreConformance(name, open)

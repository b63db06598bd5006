/** Every table. States are words of the contract's states.ts. */
export * from './tables/accounts.ts'
export * from './tables/downloads.ts'
export * from './tables/owners.ts'
export * from './tables/transfers.ts'
export * from './tables/uploads.ts'
export * from './tables/verification.ts'

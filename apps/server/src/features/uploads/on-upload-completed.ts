/**
 * What the end of an upload brings about is another feature's: for each purpose of uploads there is one hook, and app.ts has them all. It
 * runs in the transaction in which the upload becomes complete, once; where it throws nothing has happened.
 */
import type { Transaction } from '../../db/connect.ts'

/** A purpose's name, with the type of what whoever completes the upload gives its hook. */
export type UploadPurpose<Given> = { readonly name: string; readonly given?: Given }
export const uploadPurpose = <Given>(name: string): UploadPurpose<Given> => ({ name })

export type UploadHook = { purpose: string; run: (tx: Transaction, uploadId: string, given: unknown) => Promise<void> }
export type UploadHooks = { uploadHooks: readonly UploadHook[] }

export const onUploadCompleted = <Given>(
  { name }: UploadPurpose<Given>,
  run: (tx: Transaction, uploadId: string, given: Given) => Promise<void>,
): UploadHook => ({ purpose: name, run: run as UploadHook['run'] })

export function hookFor({ uploadHooks }: UploadHooks, { name }: UploadPurpose<unknown>): UploadHook {
  const hook = uploadHooks.find(({ purpose }) => purpose === name)
  if (!hook) throw new Error(`Nobody has a hook for uploads for ${name}`)
  return hook
}

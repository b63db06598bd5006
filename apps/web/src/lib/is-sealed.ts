/** Whether this installation encrypts what it stores: nothing says so where the operator has left that to the disk or the bucket (O6). */
export const isSealed = (): boolean =>
  typeof document === 'undefined' || document.querySelector('meta[name="sampan-store-plain"]') === null

/** For whoever changes what an account has used; apart from the call, which not every page loads. */
export const usageKey = ['usage']

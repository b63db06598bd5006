/** Objects of functions behind front doors from before the rule. The list only shrinks: a name that is not needed is refused. */
export const bagsAllowed = {
  accounts: ['accountFeature', 'accountReads'],
  analytics: ['analyticsFeature'],
  billing: ['billingFeature'],
  devices: ['deviceFeature'],
  downloads: ['downloadFeature', 'zipRecords'],
  extension: ['extensionFeature'],
  feedback: ['feedbackFeature'],
  licences: ['licenceFeature', 'operatorCodes'],
  notifications: ['notificationFeature'],
  profile: ['profileFeature'],
  receipts: ['receiptFeature'],
  reports: ['reportFeature', 'reportActs', 'reportReads'],
  transfers: ['transferFeature', 'transferReads'],
  uploads: ['uploadFeature', 'uploadClaims', 'uploadReads'],
  verification: ['codes', 'signUpTickets'],
}

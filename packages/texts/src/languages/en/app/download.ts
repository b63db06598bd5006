/** The download page, in every state of a link. */
import { link } from '../link.ts'

export const download = {
  ...link,
  loading: 'Looking for your files',

  sentYou_one: '{{sender}} sent you {{number}} file',
  sentYou_other: '{{sender}} sent you {{number}} files',
  sentYouFolders: '{{sender}} sent you a folder',
  sendingYou_one: '{{sender}} is sending you {{number}} file',
  sendingYou_other: '{{sender}} is sending you {{number}} files',
  sendingYouFolders: '{{sender}} is sending you a folder',
  expires: 'expires {{when}}',
  expiresOn: 'Expires on {{date}}',
  neverExpires: 'never expires',
  message: 'Message',

  fileCount_one: '{{number}} file',
  fileCount_other: '{{number}} files',
  emptyFolder: 'Empty folder',
  treeHelp: 'Arrow keys move through files and folders, space chooses.',
  showFolder: 'Show the files in {{name}}',
  chooseAll: 'Choose all',
  search: 'Search files',
  found_one: '{{number}} file found',
  found_other: '{{number}} files found',
  nothingFound: 'No file has “{{search}}” in its name.',
  clearSearch: 'Show all files',

  downloadAll: 'Download all · {{size}}',
  downloadOne: 'Download · {{size}}',
  own: 'You are signed in as the sender: what you open and download here is not counted, and nobody is told.',
  downloadChosen_one: 'Download {{number}} file · {{size}}',
  downloadChosen_other: 'Download {{number}} files · {{size}}',
  downloadEmptyFolders: 'Download empty folders',
  downloadFile: 'Download {{name}}',
  preview: 'Preview {{name}}',
  downloadFolder: 'Download the folder {{name}}',
  downloadsLeft_one: 'The sender allows {{number}} more download.',
  downloadsLeft_other: 'The sender allows {{number}} more downloads.',
  limitLast: 'This is the last download that the sender allows: get everything that you need in this visit.',
  limitLastOne: 'This is the last download that the sender allows.',
  limitCounted:
    'Your visit is counted: what you have not taken yet you can still get within a day. The same file a second time counts again.',
  limitNoPreview: 'Files cannot be previewed here, because looking at them would be a download.',
  promises: 'Resumable · no account needed',
  starting: 'Starting the download',
  started:
    'The download has started: your browser shows how far it is. If the connection breaks, it can go on there from where it was.',
  notStarted: 'The server did not answer, so nothing was started. Try again in a moment.',
  startedMark: 'download started',

  arriving: 'Still arriving',
  arrivingText: 'Download what is ready now. The rest appears by itself.',
  silence: 'Nothing has come for {{wait}}. The sender may have paused or lost the connection.',
  stalled:
    'The upload was interrupted at {{when}} ({{wait}} ago). What is ready can be downloaded; the rest comes once the sender goes on.',
  noAnswer: 'No connection to the server at the moment. This page goes on by itself.',
  allHere: 'Everything is here',
  allHereText: 'All files can be downloaded now.',
  arrivingPercent: 'arriving {{percent}} %',
  readyOf: '{{ready}} of {{number}} ready',
  nothingReady: 'Nothing is ready yet',
  downloadReady_one: 'Download {{number}} ready file · {{size}}',
  downloadReady_other: 'Download {{number}} ready files · {{size}}',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  expiredForGood:
    'The time of this link is over, and the files cannot be downloaded any more. Ask the sender to send them again.',
  requestOwn: 'This link was made for this address.',
  requestedTitle: 'Your request is on its way',
  requestedText: 'A mail goes to the sender now. We write to {{email}} as soon as the link is open again.',
  requestedAnyone: 'A mail goes to the sender now. We write to you as soon as the link is open again.',

  report: 'Report',
  reportedTitle: 'Thank you',
  reportedText: 'Your report has reached the operator.',
  close: 'Close',

  nothingToGet: 'Nothing can be downloaded at the moment',

  sendYourOwn: 'Send your own files',

  offlineTitle: 'No connection',
  offlineText: 'The server did not answer. Check your connection, then try again.',
  tryAgain: 'Try again',
}

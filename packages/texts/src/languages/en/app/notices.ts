/** `/notices/{token}`: an address that somebody wants the notices of their file requests to go to. */
export const notices = {
  loading: 'Looking at the address',
  title: 'Do you want these notices?',
  text: '{{by}} asks others for files here, and wants notices of what comes in to go to {{email}}. If you do not want that, close this page: nothing is sent.',
  confirm: 'Yes, send them to me',
  done: 'Notices come to you now',
  doneText: 'Notices about file requests of {{by}} go to {{email}} from now on. Each of them has a link by which you stop them.',
}

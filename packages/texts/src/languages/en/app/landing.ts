/** The home page below the card. */
export const landing = {
  howTitle: 'How it works',
  howSend: 'Drop the files, write to whom',
  howSendText: 'The upload begins while you still write. If the line breaks, it goes on where it stopped.',
  howSendAlt: 'The send card with files, recipients and a message.',
  howReceive: 'They download, without an account',
  howReceiveText: 'One file or all as a zip, in their language, on any device. What has arrived can be downloaded at once.',
  howReceiveAlt: 'The page of a recipient with the sender, the files and the button to download them.',
  howKnow: 'You see what arrived',
  howKnowText: 'Who downloaded which file, when, and from which country. A receipt puts it on paper.',
  howKnowAlt: 'The receipt of a transfer with the downloads of each recipient.',
  forTitle: 'For people who trade across borders',
  forBuyers: 'Buyers',
  forBuyersText: 'Ask ten suppliers for the same papers, and see on one grid who has sent what.',
  forBuyersLink: 'Supplier documents',
  forMakers: 'Manufacturers',
  forMakersText: 'Send drawings and mould data of many gigabytes, and replace a version without a new link.',
  forMakersLink: 'Attachments in order',
  forForwarders: 'Forwarders and agents',
  forForwardersText: 'Packing lists, bills of lading and photos from the phone at the gate, with proof of delivery.',
  forForwardersLink: 'Document receipts',
  askedTitle: 'Questions and answers',
  asked1: 'Does it work in China?',
  answer1:
    'Pages load everything from one server, and uploads and downloads go on after a broken line. Whether an address can be reached from a place on a day no service can promise: test it with your partner.',
  asked2: 'Do I need an account?',
  answer2:
    'Not to send by email, up to {{limit}}, and not to download or to answer a request. A free account adds links, passwords and a list of what you sent.',
  asked3: 'How long are files kept?',
  answer3:
    'A week without an account and on the free plan; on paid plans as long as you choose. After that they are deleted together with their keys.',
  asked4: 'Who can read my files?',
  answer4:
    'Whoever has the link and, if you set one, the password. This is not end-to-end encryption: the server makes previews and zips.',
  asked5: 'What if the upload breaks off?',
  answer5:
    'It goes on by itself. After a closed page, choose the same files within seven days, and only what is missing is sent.',
  asked6: 'What does it cost?',
  answer6: 'Sending as a guest and the free plan cost nothing. Larger plans can be tried for a week without a card.',
  allAnswers: 'All answers',
}

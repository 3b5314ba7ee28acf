import { answerRequests, type LogRequest } from './log-requests.ts'

const answer = answerRequests((message) => {
  self.postMessage(message)
})
self.addEventListener('message', ({ data }: MessageEvent<LogRequest>) => {
  void answer(data)
})

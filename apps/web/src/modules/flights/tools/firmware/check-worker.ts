import { answerCheck, type CheckRequest } from './check-requests.ts'

self.addEventListener('message', ({ data }: MessageEvent<CheckRequest>) => {
  void answerCheck(data, (answer) => {
    self.postMessage(answer)
  })
})

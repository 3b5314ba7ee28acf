// Two parts cannot reach each other: nothing arrives, or connections are closed.
import { nothing, pick, type Fault } from '../fault.ts'

export const partition: Fault = {
  name: 'network partition',
  setups: ['embedded', 'cluster'],
  weight: 18,
  seconds: [0.05, 1.2],
  apply: async ({ links, victims }, random) => {
    const [name, link] = pick([...links], random)
    victims.push(name)
    link.stall()
    // Some networks forget the connections meanwhile.
    const isForgotten = random() < 0.4
    return () => {
      if (isForgotten) link.cut()
      link.resume()
    }
  },
}

export const cutConnections: Fault = {
  name: 'connections cut',
  setups: ['embedded', 'cluster'],
  weight: 18,
  seconds: [0, 0.2],
  apply: async ({ links, victims }, random) => {
    const [name, link] = pick([...links], random)
    victims.push(name)
    link.cut()
    return nothing
  },
}

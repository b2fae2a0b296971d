/** The languages with stemming in the index; 'other' is indexed unstemmed. */
export type TextLanguage = 'en' | 'de' | 'es' | 'pt' | 'other'

type Known = Exclude<TextLanguage, 'other'>

// The most common words of each language. A word of two languages counts less.
const frequentWords: Record<Known, string> = {
  en: 'the of and to in is was were are what who whom whose which when where how why many much did does do it for on that with as by at from be been has have had this these an a not or his her its their they he she you we about would can could should into than will there if one your our my i some between',
  de: 'der die das den dem des ein eine einen einem einer eines und in im ist war waren sind was wer wem wen wessen welche welcher welches welchem welchen wann wo wie viele viel hat haben hatte wurde wurden wird werden von vom zu zum zur mit auf für bei nach aus an am als auch nicht es sich er sie ich wir ihr sein seine oder dass durch über um bis nur noch man kann warum weshalb wieso wofür woher wohin worauf wogegen womit woraus mein unser machen einige manche zwischen unter nennt heißt ohne gegen',
  es: 'el la los las lo un una unos unas y en es son fue fueron era qué que quién quiénes cuál cuáles cuándo dónde cómo cuántos cuántas cuánto cuánta de del al a por para con se su sus no más como ha han había o u e sobre entre sin según desde hasta le les muy ser está están tiene tienen hay este esta yo mi nuestro porque pero si también donde cuando quien cual',
  pt: 'o a os as um uma uns umas e em no na nos nas é são foi foram era que quem qual quais quando onde como quantos quantas quanto quanta de do da dos das ao à aos às por pelo pela pelos pelas para com se seu sua seus suas não mais ou sobre entre sem segundo desde até lhe muito ser está estão tem têm há este esta eu meu minha nosso porque mas isso isto num numa você pode também deve podem devem cada já dele dela',
}

// Spellings that only one of the four languages has.
const spellings: Record<Known, RegExp> = {
  en: /\p{L}(?:ing|ght|tion)\b|\p{L}wh\p{L}|\bth\p{L}/gu,
  de: /[äöüß]|sch|ck|ung\b|lich|keit\b|ei\p{L}en\b/gu,
  es: /[ñ¿¡]|ción\b|dad\b|\bll|ie(?:nt|r)|ue(?:r|s|n)/gu,
  pt: /[ãõçâê]|[ln]h[aeo]|\p{L}em\b|ss|\bo que\b|ões\b|dade\b/gu,
}

const languages = Object.keys(frequentWords) as Known[]
const weightOfWord = new Map<string, { weight: number; of: Known[] }>()
for (const language of languages) {
  for (const word of frequentWords[language].split(' ')) {
    const of = [...(weightOfWord.get(word)?.of ?? []), language]
    weightOfWord.set(word, { of, weight: 1 / of.length })
  }
}

const SAMPLE_CHARACTERS = 20_000
const EVIDENCE_PER_WORD = 0.12

/**
 * The language of a text or query, by its common words and spelling; 'other' for other languages and bare
 * names.
 */
export function detectLanguage(text: string): TextLanguage {
  const sample = text.slice(0, SAMPLE_CHARACTERS).toLowerCase()
  const words = sample.match(/\p{L}+/gu) ?? []
  const scores: Record<Known, number> = { en: 0, de: 0, es: 0, pt: 0 }
  for (const word of words) {
    const found = weightOfWord.get(word)
    for (const language of found?.of ?? []) scores[language] += found?.weight ?? 0
  }
  for (const language of languages) scores[language] += 0.5 * (sample.match(spellings[language])?.length ?? 0)
  const [first = 'en', ...others] = languages.toSorted((a, b) => scores[b] - scores[a])
  const isClear =
    scores[first] >= EVIDENCE_PER_WORD * words.length && scores[first] > scores[others[0] ?? 'en']
  return isClear ? first : 'other'
}

// The other words of a question that say nothing of its subject: personal pronouns, modal verbs, and verbs of
// having, getting, needing, telling and knowing, in the present tense that questions use.
const askingWords: Record<Known, string> = {
  en: 'i me us him them am having get gets got getting receive receives there may might must shall want wants need needs tell say says know show explain please',
  de: 'mir mich uns ihm ihnen habe hast habt hätte gibt geben gebe bekomme bekommen bekommt bekommst erhalte erhalten erhält kriege kriegen kriegt stehen steht zustehen dürfen darf können könnte kannst könnt muss müssen soll sollen will wollen möchte möchten brauche brauchen braucht sagen sag weiß wissen zeigen zeig erklären erkläre bitte wieviel wieviele',
  es: 'me nos tengo tenemos tienes había hubo puedo puede pueden podemos debo debe deben debemos quiero necesito necesita recibo recibe recibimos reciben obtengo obtiene corresponde corresponden dime decir dice sabe sabes saber muestra explica favor',
  pt: 'me nos nós tenho temos havia houve posso podemos devo devemos quero preciso precisa recebo recebe recebemos recebem ganho ganha ganhamos cabe cabem diga dizer diz sabe saber mostre explique favor',
}
const wordsOf = (language: Known) => `${frequentWords[language]} ${askingWords[language]}`.split(' ')
const emptyWords = {
  en: new Set(wordsOf('en')),
  de: new Set(wordsOf('de')),
  es: new Set(wordsOf('es')),
  pt: new Set(wordsOf('pt')),
}

/**
 * Returns a question without question words, pronouns, verbs of asking and the most common words of its
 * language, in lower case. Returns a question of nothing else, or in another language, as it is.
 */
export function subjectOf(question: string): string {
  const language = detectLanguage(question)
  if (language === 'other') return question
  const subject = question
    .toLowerCase()
    .replaceAll(/\p{L}+/gu, (word) => (emptyWords[language].has(word) ? ' ' : word))
  return /[\p{L}\p{N}]/u.test(subject) ? subject : question
}

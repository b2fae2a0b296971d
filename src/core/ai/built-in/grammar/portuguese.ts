import { contentAfter, maybe, one, QUERY, TEXT, TITLE, type Grammar } from './grammar.ts'

const show = one('mostre', 'mostra', 'mostrar', 'liste', 'listar', 'veja', 'ver', 'exiba', 'exibir')
const search = one(
  'busque',
  'busca',
  'buscar',
  'procure',
  'procura',
  'procurar',
  'pesquise',
  'pesquisar',
  'encontre',
  'encontrar',
)
const create = one(
  'crie',
  'cria',
  'criar',
  'escreva',
  'escrever',
  'publique',
  'publicar',
  'redija',
  'redigir',
  'adicione',
  'faca',
)
const add = one(
  'adicione',
  'adiciona',
  'adicionar',
  'acrescente',
  'acrescentar',
  'anote',
  'anotar',
  'inclua',
  'incluir',
)
const me = maybe('me', 'para mim')
const my = maybe('as', 'os', 'minhas', 'nossas', 'as minhas', 'as nossas', 'meus', 'nossos')
const posts = one('publicacoes', 'postagens', 'posts', 'artigos')
const post = one('publicacao', 'postagem', 'post', 'artigo')
const called = maybe('chamad[ao]', 'intitulad[ao]', 'com o titulo', 'com titulo', 'que se chame', 'sobre')
const content = contentAfter('(?:com|e)(?: o| este)? (?:conteudo|texto)|dizendo|que diz')

export const portuguese: Grammar = {
  courtesy: '(?:por favor,? |(?:voce )?(?:pode|poderia) |quero |gostaria de )?',
  slash: {
    ajuda: 'help',
    publicacoes: 'searchPosts',
    buscar: 'searchPosts',
    ler: 'readPost',
    publicacao: 'createPost',
    'nova-publicacao': 'createPost',
    tarefas: 'listTodos',
    tarefa: 'addTodo',
    'nova-tarefa': 'addTodo',
  },
  patterns: [
    [
      'help',
      `ajuda|me ajude|ajude-me|o que (?:voce )?(?:pode|consegue|sabe|posso) (?:fazer|perguntar)(?: aqui| por mim)?|quem e voce|o que (?:e voce|voce e)`,
    ],
    [
      'listTodos',
      `${show}(?:-me)? ${me}${maybe('todas')}${my}${maybe('a lista de', 'minha lista de')}tarefas(?: pendentes)?|${maybe('minhas', 'lista de')}tarefas(?: pendentes)?`,
    ],
    [
      'listTodos',
      `(?:quais|que) tarefas (?:eu )?(?:tenho|temos|ha|existem)(?: pendentes)?|quais sao (?:as )?minhas tarefas|o que (?:eu )?tenho (?:que|para|de|a) fazer(?: hoje)?`,
    ],
    [
      'addTodo',
      `${one(add, 'crie', 'cria', 'criar')} ${maybe('uma', 'a')}${maybe('nova')}tarefa(?: nova)?(?: chamada| de)?:? ${TEXT}`,
    ],
    [
      'addTodo',
      `${one(add, 'coloque', 'colocar', 'ponha')} ${TEXT} (?:as|a|nas|na) (?:minhas tarefas|tarefas|(?:minha )?lista(?: de tarefas)?)`,
    ],
    ['addTodo', `nova tarefa:? ${TEXT}`],
    ['addTodo', `(?:lembre-me|me lembre) ${maybe('de', 'que')}${TEXT}`],
    [
      'createPost',
      `${create} ${maybe('uma', 'um', 'a', 'o')}${maybe('nova', 'novo')}${post}(?: nova| novo)?:? ${called}${TITLE}${content}`,
    ],
    ['createPost', `nov[ao] ${post}:? ${called}${TITLE}${content}`],
    [
      'readPost',
      `${one('leia', 'ler', 'abra', 'abrir', show)}(?:-me)? ${me}(?:a|o) ${post}:? ${called}${TITLE}`,
    ],
    ['readPost', `${one('leia', 'ler', 'abra', 'abrir')} ${post}:? ${called}${TITLE}`],
    [
      'searchPosts',
      `${one(search, show)}(?:-me)? ${me}${maybe('por')}${maybe('todas', 'todos')}${my}${maybe('ultimas', 'ultimos')}${posts}(?: (?:sobre|de|com|por|que contenham|que falam de|chamadas|para) ${QUERY})?`,
    ],
    [
      'searchPosts',
      `${search} ${maybe('por')}${QUERY} (?:em|nas|nos) ${maybe('todas as', 'todos os', 'minhas', 'nossas')}${posts}`,
    ],
    ['searchPosts', `${search} (?:em|nas|nos) ${maybe('minhas', 'nossas')}${posts} ${maybe('por')}${QUERY}`],
    [
      'searchPosts',
      `(?:quais|que) ${posts} (?:ha|existem|temos|tenho)(?: (?:sobre|de|com) ${QUERY})?|publicacoes`,
    ],
  ],
  loose: [['searchPosts', `${search} (?:por )?${QUERY}`]],
}

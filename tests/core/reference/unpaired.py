"""The definition of whole sentences read literally: which slots are tied, and what a sentence misses or doubles."""

from __future__ import annotations

CONTENT = ["NN", "NNS", "NNP", "NNPS", "JJ", "JJR", "JJS", "RB", "RBR", "RBS", "CD", "FW", "UH"]

LISTED = ["precede", "function", "governed", "subjects"]
CLAUSES = ["S", "SBAR", "SBARQ", "SINV", "SQ"]


def own_language(slot):
    """The one language of an unpaired slot, or None."""
    return None if all(slot.words) else 0 if slot.words[0] else 1


def ancestors(tree, slot):
    found = [next(number for number, node in enumerate(tree.nodes) if node.slot == slot)]
    while True:
        above = [number for number, node in enumerate(tree.nodes) if found[-1] in node.children[0]]
        if not above:
            return found
        found += above


def below(tree, node):
    number = tree.nodes[node]
    return [number.slot] if number.slot is not None else [s for child in number.children[0] for s in below(tree, child)]


def content(tree, slot, lists):
    unit = tree.slots[slot]
    language = own_language(unit)
    words = lists.get(tree.languages[language], {})
    word = unit.words[language].lower()
    listed = word in [each for name in LISTED for each in words.get(name, [])] if words else len(word) < 4
    return (unit.tag in [*CONTENT, "FUNC"] or unit.tag.startswith("VB")) and not listed


def verbs_of(tree, node, inside, modals):
    found = []
    for child in tree.nodes[node].children[0]:
        slot = tree.nodes[child].slot
        if slot is not None and own_language(tree.slots[slot]) is None:
            tag = tree.slots[slot].tag
            if tag.startswith("VB") or (modals and tag.startswith("MD")):
                found.append(slot)
        if tree.nodes[child].label in inside:
            found += verbs_of(tree, child, inside, modals)
    return found


def of_the_pair(tree, lists, name):
    return lists.get("-".join(tree.languages), lists.get("-".join(tree.languages[::-1]), {})).get(name, [])


def governing(tree, slot, lists):
    """The preposition or verb that the word goes with as a list of one, if there is such a one."""
    language = own_language(tree.slots[slot])
    words = lists.get(tree.languages[language], {})
    word = tree.slots[slot].words[language].lower()
    framed = word in of_the_pair(tree, lists, "framed")
    subject = not framed and word in words.get("subjects", [])
    if not framed and not subject and word not in words.get("governed", []):
        return []
    own = list(tree.sequences[language])
    for node in ancestors(tree, slot):
        verbs = verbs_of(tree, node, ["VP"], subject) or verbs_of(tree, node, ["VP", *CLAUSES], subject)
        prepositions = [
            tree.nodes[child].slot
            for child in tree.nodes[node].children[0]
            if tree.nodes[child].slot is not None
            and own_language(tree.slots[tree.nodes[child].slot]) is None
            and tree.slots[tree.nodes[child].slot].tag in ("IN", "TO", "POS")
        ]
        if framed and prepositions and not verbs:
            return prepositions[:1]
        if subject and verbs:
            return [min(verbs, key=own.index)]
        if verbs:
            behind = [each for each in own[own.index(slot) :] if each in verbs]
            listed = [each for name in LISTED for each in words.get(name, [])]
            main = [each for each in behind if tree.slots[each].words[language].lower() not in listed]
            return (main + behind + [each for each in own if each in verbs][-1:])[:1]
    return []


def hosts(tree, slot, lists):
    unit = tree.slots[slot]
    language = own_language(unit)
    if governing(tree, slot, lists):
        return governing(tree, slot, lists)
    own = list(tree.sequences[language])
    for node in ancestors(tree, slot):
        paired = [each for each in below(tree, node) if own_language(tree.slots[each]) is None]
        if paired:
            before = [each for each in own[: own.index(slot)] if each in paired][-1:]
            after = [each for each in own[own.index(slot) :] if each in paired][:1]
            break
    if content(tree, slot, lists):
        return before + after
    precede = lists.get(tree.languages[language], {}).get("precede", [])
    first = before + after if unit.words[language].lower() in precede or unit.tag in precede else after + before
    return first[:1]


def distance(tree, one, two):
    common = next(node for node in ancestors(tree, one) if node in ancestors(tree, two))
    l1, l2 = tree.sequences
    words = tree.slots[one].words[0].lower(), tree.slots[two].words[1].lower()
    alike = words[0] == words[1] or (len(words[0]) > 3 and len(words[1]) > 3 and words[0][:4] == words[1][:4])
    apart = abs(l1.index(one) - l1.index(two)) + abs(l2.index(one) - l2.index(two))
    places = l1.index(one), l2.index(two)
    return not alike, len(below(tree, common)), apart, sum(places), max(places)


def lost_links(tree, lists):
    unpaired = [number for number, slot in enumerate(tree.slots) if own_language(slot) is not None]
    alone = of_the_pair(tree, lists, "alone")
    found = []
    rounds = [
        lambda slot: content(tree, slot, lists),
        lambda slot: (
            all(slot not in pair for pair in first_round)
            and tree.slots[slot].words[own_language(tree.slots[slot])].lower() not in alone
        ),
    ]
    first_round = []
    for wanted in rounds:
        chosen = [slot for slot in unpaired if wanted(slot)]
        ones = [slot for slot in chosen if own_language(tree.slots[slot]) == 0]
        twos = [slot for slot in chosen if own_language(tree.slots[slot]) == 1]
        if ones and twos:
            found += [(one, min(twos, key=lambda two: distance(tree, one, two))) for one in ones]
            found += [(min(ones, key=lambda one: distance(tree, one, two)), two) for two in twos]
        first_round = list(found)
    return found


def ties(tree, lists):
    """Every unpaired word with its language and each of its hosts, and the lost links."""
    unpaired = [number for number, slot in enumerate(tree.slots) if own_language(slot) is not None]
    hosted = [(word, own_language(tree.slots[word]), host) for word in unpaired for host in hosts(tree, word, lists)]
    return hosted, lost_links(tree, lists)


def judged(steps, hosted, lost):
    """What is missing and what is doubled, as sets of (word, host or lost counterpart)."""
    spoken = dict(steps)
    missing, doubled = set(), set()
    for word, language, host in hosted:
        if (word in spoken) != (spoken[host] == language):
            (doubled if word in spoken else missing).add((word, host))
    for one, two in lost:
        if (one in spoken) == (two in spoken):
            (doubled if one in spoken else missing).add((one, two))
    return missing, doubled

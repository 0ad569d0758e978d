package io.orrery.imports.quartz;

import io.orrery.imports.Source;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/// An element of an XML text, with its place. Prefixes are left out.
///
/// @param text of the element itself, stripped
record XmlNode(String name, String place, List<XmlNode> children, String text) {

  private static final int DEPTH_MAX = 50;

  XmlNode {
    children = List.copyOf(children);
  }

  List<XmlNode> all(String child) {
    return children.stream().filter(node -> node.name.equals(child)).toList();
  }

  Optional<XmlNode> first(String child) {
    return children.stream().filter(node -> node.name.equals(child)).findFirst();
  }

  /// The text of a child; empty when it is not there or blank.
  Optional<String> textOf(String child) {
    return first(child).map(XmlNode::text).filter(text -> !text.isEmpty());
  }

  /// The root. Document types are not read, and nothing outside of the text is.
  ///
  /// @throws XMLStreamException when it is no XML
  static XmlNode read(Source source) throws XMLStreamException {
    var factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    var reader = factory.createXMLStreamReader(new StringReader(source.text()));
    while (reader.hasNext()) {
      if (reader.next() == XMLStreamConstants.START_ELEMENT) return element(reader, source, 0);
    }
    throw new XMLStreamException("it has no element", reader.getLocation());
  }

  private static XmlNode element(XMLStreamReader reader, Source source, int depth)
      throws XMLStreamException {
    if (depth > DEPTH_MAX) {
      throw new XMLStreamException(
          "its elements are nested more than " + DEPTH_MAX + " deep", reader.getLocation());
    }
    var name = reader.getLocalName();
    var location = reader.getLocation();
    // The parser stands behind the tag: the line where it ends is where people look.
    var place = source.at(location.getLineNumber());
    var children = new ArrayList<XmlNode>();
    var text = new StringBuilder();
    while (true) {
      switch (reader.next()) {
        case XMLStreamConstants.START_ELEMENT -> children.add(element(reader, source, depth + 1));
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA ->
            text.append(reader.getText());
        case XMLStreamConstants.END_ELEMENT -> {
          return new XmlNode(name, place, children, text.toString().strip());
        }
        case XMLStreamConstants.ENTITY_REFERENCE ->
            throw new XMLStreamException(
                "it uses the entity '" + reader.getLocalName() + "', which is not read",
                reader.getLocation());
        default -> {
          // Comments and the like.
        }
      }
    }
  }
}
